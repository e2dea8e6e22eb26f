import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { WireDiagnostic } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const files = {
  ".precept/rules/good.md": nativeRule("good"),
  ".precept/rules/broken.md": "---\nname: broken\npriority: 900\n---\n\nText.\n",
  ".precept/rules/reference.md": nativeRule("reference", {}, "See #[[file:missing.md]]."),
  "other/rules/plain.mdc": "---\nalwaysApply: maybe\n---\nText.\n",
  a: "",
  b: "",
  "drafts/alone.md": "---\nname: alone\n---\nText.\n",
};

async function findings({ precept }: TestProject, ...args: string[]): Promise<{ code: number; found: string[]; rules: number }> {
  const { code, out } = await precept(["lint", "--json", ...args]);
  const { diagnostics, rules } = JSON.parse(out) as { diagnostics: WireDiagnostic[]; rules: number };
  return { code, rules, found: diagnostics.map((one) => `${one.file}:${one.line}:${one.column} ${one.code}`) };
}

describe("precept lint", () => {
  it("reports every problem with its location and a hint, and ends with exit code 1", async () => {
    const project = await createProject(files);
    const { out, code } = await project.precept(["lint"]);
    expect(out).toMatchInlineSnapshot(`
      ".precept/rules/broken.md:1:1  error  The field "description" is missing.  rule/field-missing
          Add a line \`description: …\` to the front matter.
      .precept/rules/broken.md:3:11  error  The field "priority" must be a whole number from 1 to 100, not 900.  rule/field-invalid
      .precept/rules/reference.md  warning  The rule "reference" refers to "missing.md", which does not exist.  reference/missing
      2 rules checked: 2 errors, 1 warning
      "
    `);
    expect(code).toBe(1);
  });

  it("ends with exit code 0 if there are only notes", async () => {
    const project = await createProject({ ".cursor/rules/a.mdc": "---\nglobs: *.ts\n---\nText.\n", "a.ts": "" });
    const { out, code } = await project.precept(["lint"]);
    expect(out).toMatch(/1 rule checked: 1 note\n$/);
    expect(code).toBe(0);
  });

  it("checks only the given paths: rule files of the project, other directories, other files", async () => {
    const project = await createProject(files);
    expect(await findings(project, ".precept/rules/good.md")).toEqual({ code: 0, found: [], rules: 1 });
    expect(await findings(project, ".precept")).toMatchObject({ code: 1, rules: 2 });
    expect(await findings(project, "other/rules")).toEqual({
      code: 1,
      rules: 1,
      found: ["other/rules/plain.mdc:2:14 goagent/always-apply"],
    });
    expect(await findings(project, "drafts/alone.md")).toEqual({
      code: 1,
      rules: 0,
      found: ["drafts/alone.md:1:1 rule/field-missing"],
    });
  });

  it("accepts patterns in a YAML list in .goagent/rules, where Cursor never looks", async () => {
    const listed = '---\nglobs:\n- "**/*.go"\nalwaysApply: false\n---\n\nWrap errors.\n';
    const project = await createProject({
      "cmd/main.go": "package main\n",
      ".goagent/rules/errors.mdc": listed,
      ".cursor/rules/tests.mdc": listed.replace("Wrap errors", "Write tests"),
    });
    expect(await findings(project, ".goagent/rules")).toEqual({ code: 0, rules: 1, found: [] });
    expect(await findings(project, ".cursor/rules")).toMatchObject({ code: 1, rules: 1 });
  });

  it("refuses a path that does not exist", async () => {
    const { precept } = await createProject(files);
    const { code, err } = await precept(["lint", "nowhere"]);
    expect(code).toBe(2);
    expect(err).toContain("No such file or directory: nowhere");
  });

  it("quotes nothing of the agent's memory, under any of its names", async () => {
    const { dir, precept } = await createProject({ "MEMORY.md": "---\nglobs: [secret-plan/**]\n---\n\nsecret-plan\u200B\n" });
    await mkdir(join(dir, ".precept/rules"), { recursive: true });
    await symlink("../../MEMORY.md", join(dir, ".precept/rules/linked.md"));
    for (const args of [["MEMORY.md"], ["."], [".precept/rules/linked.md"], []]) {
      const { out, err } = await precept(["lint", ...args, "--json"]);
      expect(out + err).not.toContain("secret-plan");
    }
    expect((await precept(["lint", "MEMORY.md"])).out).toContain("file/agent-memory");
  });
});
