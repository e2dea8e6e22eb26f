import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";
import { collect } from "./collect.ts";
import { writeFixes } from "../../files/write-fixes.ts";
import { planFixes } from "./fix.ts";

const files = {
  ".precept/rules/yaml.md": "---\nname: yaml\ndescription: About: YAML\nglob: src/**\n---\n\nText.\n",
  ".precept/rules/hidden.md": nativeRule("hidden", {}, "Use\u200b docu\u00admentation.\nAnd p\u0430y."),
  ".precept/rules/fine.md": nativeRule("fine", {}, "Everything is fine here."),
  "src/a.ts": "",
};

async function textOf({ dir }: TestProject, name: string): Promise<string> {
  return readFile(join(dir, ".precept/rules", name), "utf8");
}

describe("precept lint --fix", () => {
  it("applies safe fixes, lists them, and reports the rest", async () => {
    const project = await createProject(files);
    const { out, code } = await project.precept(["lint", "--fix"]);
    expect(out).toMatchInlineSnapshot(`
      ".precept/rules/hidden.md:6  fixed  Remove the character  text/invisible-character
      .precept/rules/hidden.md:6  fixed  Remove the character  text/soft-hyphen
      .precept/rules/yaml.md:3  fixed  Quote the value  front-matter/yaml
      .precept/rules/hidden.md:7:5  warning  "pаy" looks like "pay" but is not: "а" is Cyrillic (U+0430).  text/mixed-scripts
          Write it in one script: programs read it as a different word.
      .precept/rules/yaml.md:4:1  warning  Unknown key "glob" has no effect.  rule/similar-key
          Did you mean \`globs\`?
      3 rules checked: 2 warnings
      "
    `);
    expect(code).toBe(1);
    expect(await textOf(project, "yaml.md")).toBe('---\nname: yaml\ndescription: "About: YAML"\nglob: src/**\n---\n\nText.\n');
    expect(await textOf(project, "hidden.md")).toBe(nativeRule("hidden", {}, "Use documentation.\nAnd p\u0430y."));
    expect(await readdir(join(project.dir, ".precept/rules"))).toHaveLength(3);
  });

  it("applies unsafe fixes with --fix-unsafe, and has nothing to do the second time", async () => {
    const project = await createProject(files);
    expect(await project.precept(["lint", "--fix-unsafe"])).toMatchObject({ code: 0 });
    expect(await textOf(project, "yaml.md")).toContain("\nglobs: src/**\n");
    expect((await project.precept(["lint", "--fix-unsafe"])).out).toBe("3 rules checked: no problems\n");
  });

  it("prints a diff with --dry-run, with hidden characters by number, and writes nothing", async () => {
    const project = await createProject(files);
    const { out, code } = await project.precept(["lint", "--fix", "--dry-run", ".precept/rules/hidden.md"]);
    expect(out).toMatchInlineSnapshot(`
      "--- a/.precept/rules/hidden.md
      +++ b/.precept/rules/hidden.md
      @@ -4,4 +4,4 @@
       ---
       
      -Use<U+200B> docu<U+00AD>mentation.
      +Use documentation.
       And pаy.
      .precept/rules/hidden.md:6  would be fixed  Remove the character  text/invisible-character
      .precept/rules/hidden.md:6  would be fixed  Remove the character  text/soft-hyphen
      .precept/rules/hidden.md:7:5  warning  "pаy" looks like "pay" but is not: "а" is Cyrillic (U+0430).  text/mixed-scripts
          Write it in one script: programs read it as a different word.
      1 rule checked: 1 warning
      "
    `);
    expect(code).toBe(1);
    expect(await textOf(project, "hidden.md")).toBe(files[".precept/rules/hidden.md"]);
  });

  it("fixes files that the workspace does not read, but no disabled codes", async () => {
    const project = await createProject({ "drafts/a.md": nativeRule("a", {}, "A\u200bb\u00adc.") });
    await project.precept(["lint", "drafts", "--fix", "--disable", "text/soft-hyphen"]);
    expect(await readFile(join(project.dir, "drafts/a.md"), "utf8")).toBe(nativeRule("a", {}, "Ab\u00adc."));
  });

  it("reports the same as JSON", async () => {
    const project = await createProject(files);
    const { out } = await project.precept(["lint", "--fix", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ dry_run: false, fixed: [{}, {}, {}], changed_meanwhile: [], rules: 3 });
  });

  it("never overwrites a file that was changed since it was read", async () => {
    const project = await createProject(files);
    await using workspace = await openWorkspace(project.dir, { home: join(project.dir, "home"), readOnly: true });
    const plan = planFixes(await collect(workspace, [], () => undefined), new Set(), false);
    await writeFile(join(project.dir, ".precept/rules/hidden.md"), "newer");
    const { written, refused } = await writeFixes(project.dir, plan);
    expect(written.map(({ file }) => file)).toEqual([".precept/rules/yaml.md"]);
    expect(refused).toEqual([".precept/rules/hidden.md"]);
    expect(await textOf(project, "hidden.md")).toBe("newer");
  });
});
