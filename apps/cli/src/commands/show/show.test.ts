import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  ".precept/rules/ts.md": nativeRule("typescript", { globs: '"src/**/*.ts"', owner: "web team" }, "Use `unknown`, not `any`."),
  "a/.cursor/rules/testing.mdc": "---\nalwaysApply: true\n---\nA.\n",
  "b/.cursor/rules/testing.mdc": "---\nalwaysApply: true\n---\nB.\n",
};

describe("precept show", () => {
  it("shows a rule's fields and its text", async () => {
    const { precept } = await createProject(files);
    expect((await precept(["show", "typescript", "--files", "src/x.ts"])).out).toMatchInlineSnapshot(`
      "typescript
      scope        project
      inclusion    fileMatch
      description  About typescript
      globs        src/**/*.ts
      priority     50
      metadata     {"owner":"web team"}
      dialect      precept
      file         .precept/rules/ts.md
      id           project:.precept/rules/ts.md
      applies      yes: file pattern matched: src/**/*.ts (src/x.ts)
      .precept/rules/ts.md:5:1  info  Unknown key "owner" is kept as metadata.  rule/unknown-key

      Use \`unknown\`, not \`any\`.
      "
    `);
  });

  it("finds a rule by name, id or path", async () => {
    const { precept } = await createProject(files);
    for (const name of ["typescript", "project:.precept/rules/ts.md", ".precept/rules/ts.md", "ts.md"]) {
      expect((await precept(["show", name])).out).toMatch(/^typescript\nscope/);
    }
  });

  it("names other rules of the same name", async () => {
    const { precept } = await createProject(files);
    expect((await precept(["show", "testing"])).out).toMatch(/^same name +project:b\/\.cursor\/rules\/testing\.mdc$/m);
  });

  it("shows whether the rule applies, also as JSON", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["show", "typescript", "--files", "README.md", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      rule: { name: "typescript" },
      applies: false,
      reason: "no file matched src/**/*.ts",
    });
  });

  it("suggests the closest names for an unknown rule", async () => {
    const { precept } = await createProject(files);
    expect(await precept(["show", "typescrpt"])).toEqual({
      code: 2,
      out: "",
      err: 'error: Unknown rule "typescrpt".\nhint: Did you mean "typescript"?\n',
    });
    const { err } = await precept(["show", "typescrpt", "--json"]);
    expect(JSON.parse(err)).toMatchObject({ error: { code: "RULE_NOT_FOUND", details: { known: ["typescript"] } } });
  });
});
