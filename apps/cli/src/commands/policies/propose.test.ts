import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const rules = {
  ".precept/rules/code.md": nativeRule("code", {}, "Never use `vi.importActual()`.\n\nUse `pnpm`, not `npm`.\n\nNever guess."),
  ".cursor/rules/other.mdc": "---\nalwaysApply: true\n---\n\nNever use `any`.\n",
};

describe("precept policies propose", () => {
  it("prints policies, and why other sentences become none", async () => {
    const { precept } = await createProject(rules);
    const { out } = await precept(["policies", "propose"]);
    expect(out).toContain("4 sentences of rules prohibit something; 3 policies can find what they prohibit.");
    expect(out).toContain("id: CODE-NO-VI-IMPORTACTUAL\n");
    expect(out).toContain("    1  it names nothing that can be looked for");
    const { out: one } = await precept(["policies", "propose", "code"]);
    expect(one).toMatch(/line \d+ {2}Never guess: it names nothing/);
    expect(await precept(["policies", "propose", "missing"])).toMatchObject({ code: 2 });
  });

  it("writes policies that pass their tests, in shadow mode, and names them in their rules", async () => {
    const { dir, precept } = await createProject(rules);
    const { out } = await precept(["policies", "propose", "--write"]);
    expect(out).toContain("created .precept/policies/code-no-npm.yaml  checks code");
    expect(out).toContain("created .precept/policies/other-no-any.yaml  not named in other: its file belongs to another tool");
    expect((await precept(["policies", "test", "--strict"])).out).toContain("of 3 policies: all passed");
    expect(await readFile(join(dir, ".precept/rules/code.md"), "utf8")).toContain(
      'checks: ["CODE-NO-VI-IMPORTACTUAL", "CODE-NO-NPM"]',
    );
    expect(await readFile(join(dir, ".precept/policies/code-no-npm.yaml"), "utf8")).toContain("mode: shadow");
    expect((await precept(["policies", "propose", "--write"])).out).toBe("Nothing was written: no sentence became a policy.\n");
  });

  it("writes only the policies that were chosen", async () => {
    const { precept } = await createProject(rules);
    await precept(["policies", "propose", "--only", "CODE-NO-NPM", "--write"]);
    const { out } = await precept(["policies", "list", "--json"]);
    expect((JSON.parse(out) as { policies: readonly { id: string }[] }).policies.map(({ id }) => id)).toEqual(["CODE-NO-NPM"]);
  });
});
