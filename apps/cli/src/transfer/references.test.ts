import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../test/precept-in.ts";

const guide = `# Style\n\n${"Be brief. ".repeat(200)}\n\nSee @more.md.\n`;
const files = { ".git/HEAD": "", "docs/style.md": guide, "docs/more.md": "Be kind.\n" };

const text = (project: TestProject, path: string) => readFile(join(project.dir, path), "utf8");

async function edit(project: TestProject, path: string, from: string, to: string): Promise<void> {
  const before = await text(project, path);
  if (!before.includes(from)) throw new Error(`${path} does not contain ${from}`);
  await writeFile(join(project.dir, path), before.replace(from, to));
}

async function run(project: TestProject, ...args: string[]): Promise<string> {
  const { code, out, err } = await project.precept(args);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${out}${err}`);
  return out;
}

describe("an import of a file in a rule file", () => {
  it.each([
    ["CLAUDE.md", "claude", "@docs/style.md"],
    ["GEMINI.md", "gemini", "@docs/style.md"],
    ["CODEBUDDY.md", "codebuddy", "@docs/style.md"],
    [".goosehints", "goose", "@docs/style.md"],
    [".claude/rules/style.md", "claude", "@../../docs/style.md"],
    ["packages/web/CLAUDE.md", "claude", "@../../docs/style.md"],
  ])("stays an import after the rule was edited: %s", { tags: "slow" }, async (path, tool, word) => {
    const original = `# Rules\n\nFollow ${word}\n\nAlso @Injectable and @~/.notes.md\n`;
    const project = await createProject({ ...files, [path]: original });
    await run(project, "import");
    await run(project, "export", "--to", tool);
    expect(await text(project, path)).toBe(original);
    const native = JSON.parse(await run(project, "list", "--json")) as { rules: readonly { source_path: string }[] };
    const nativePath = native.rules[0]?.source_path ?? "";
    await edit(project, nativePath, "# Rules", "# Our rules");
    await run(project, "export", "--to", tool);
    expect(await text(project, path)).toContain(`# Our rules\n\nFollow ${word}\n`);
    await edit(project, path, "# Our rules", "# The team's rules");
    await run(project, "import");
    expect(await text(project, nativePath)).toContain("# The team's rules\n");
    expect(await run(project, "export", "--to", tool, "--check")).not.toContain("update");
    expect(await text(project, path)).toContain(`\nFollow ${word}\n`);
  });

  it.each([
    ["cursor", ".cursor/rules/CLAUDE.mdc"],
    ["agents", "AGENTS.md"],
    // Kiro does not include what the file imports.
    ["kiro", ".kiro/steering/CLAUDE.md"],
  ])("is loaded by %s, which imports no files, as the text of the file with what it imports", async (tool, path) => {
    const project = await createProject({ ...files, "CLAUDE.md": "# Rules\n\nFollow @docs/style.md\n" });
    await run(project, "import");
    await run(project, "export", "--to", tool);
    const inserted = guide.replace("@more.md", "Be kind.\n");
    expect(await text(project, path)).toContain(
      `Follow <!-- precept: file docs/style.md -->\n${inserted}\n<!-- precept: file end -->\n`,
    );
    expect(await run(project, "resolve")).toContain("Be kind.");
  });

  it("stays an import when other rules join its file", async () => {
    const project = await createProject({
      ...files,
      "GEMINI.md": "# Service\n\n@./docs/style.md\n\n@~/.notes.md and @Injectable\n",
      ".claude/rules/naming.md": "Names are nouns.\n",
    });
    await run(project, "import");
    await run(project, "export", "--to", "gemini");
    const exported = await text(project, "GEMINI.md");
    expect(exported).toContain("\n@docs/style.md\n");
    expect(exported).toContain("Names are nouns.");
    await run(project, "export", "--to", "gemini", "--check");
    expect(await text(project, "GEMINI.md")).toBe(exported);
  });

  it("is a reference of Kiro", async () => {
    const project = await createProject({ ...files, "CLAUDE.md": "# Rules\n\nFollow @docs/more.md\n" });
    await run(project, "import");
    await run(project, "export", "--to", "kiro");
    const path = ".kiro/steering/CLAUDE.md";
    expect(await text(project, path)).toContain("Follow #[[file:docs/more.md]]\n");
    await edit(project, path, "# Rules", "# Our rules");
    await run(project, "import");
    expect(await text(project, ".precept/rules/CLAUDE.md")).toContain("# Our rules\n\nFollow #[[file:docs/more.md]]\n");
  });

  it("is converted for other tools without an import of the rule", async () => {
    const project = await createProject({ ...files, ".claude/rules/style.md": "Follow @../../docs/style.md\n" });
    await run(project, "convert", "--from", "claude", "--to", "gemini,cursor");
    expect(await text(project, "GEMINI.md")).toContain("Follow @docs/style.md\n");
    expect(await text(project, ".cursor/rules/style.mdc")).toContain("Be kind.");
  });

  it("keeps its rule free of the text, whatever is edited around it", async () => {
    const project = await createProject({ ...files, "CLAUDE.md": "# Rules\n\nFollow @docs/style.md\n" });
    await run(project, "import");
    await run(project, "export", "--to", "cursor");
    await edit(project, ".cursor/rules/CLAUDE.mdc", "# Rules", "# Our rules");
    await run(project, "import");
    expect(await text(project, ".precept/rules/CLAUDE.md")).toContain("# Our rules\n\nFollow #[[file:docs/style.md]]\n");
  });

  it("stops an import if the text was edited where it is inserted, because it belongs to another file", async () => {
    const project = await createProject({ ...files, "CLAUDE.md": "# Rules\n\nFollow @docs/style.md\n" });
    await run(project, "import");
    await run(project, "export", "--to", "cursor");
    await edit(project, ".cursor/rules/CLAUDE.mdc", "Be brief. ", "Be verbose. ");
    const before = await text(project, ".precept/rules/CLAUDE.md");
    await project.precept(["import"]);
    expect(await text(project, ".precept/rules/CLAUDE.md")).toBe(before);
    expect(await text(project, ".cursor/rules/CLAUDE.mdc")).toContain("Be verbose. ");
  });

  it("is exported again when the file changes", async () => {
    const project = await createProject({ ...files, "CLAUDE.md": "Follow @docs/style.md\n" });
    await run(project, "import");
    await run(project, "export", "--to", "cursor");
    await run(project, "export", "--to", "cursor");
    await edit(project, "docs/more.md", "kind", "friendly");
    expect((await project.precept(["export", "--to", "cursor", "--check"])).code).toBe(1);
    await run(project, "export", "--to", "cursor");
    expect(await text(project, ".cursor/rules/CLAUDE.mdc")).toContain("Be friendly.");
    // The text of another file is no edit of the rule.
    expect(await run(project, "import")).not.toContain("update");
  });

  it("never inserts a file that is private, missing, binary, too large or outside of the project", async () => {
    const project = await createProject({
      "shop/.git/HEAD": "",
      "shop/.env": ["SECRET", "abc"].join("="),
      "shop/docs/big.md": "x".repeat(300_000),
      "shop/docs/binary.md": "a\0b",
      "outside.md": "Not yours.\n",
      "shop/.precept/rules/a.md":
        "---\nname: a\ndescription: A\n---\n#[[file:.env]] #[[file:docs/big.md]] #[[file:docs/binary.md]] #[[file:../../../outside.md]] #[[file:docs/none.md]]\n",
    });
    const { out } = await project.precept(["export", "--to", "cursor", "--all"], { cwd: "shop" });
    const exported = await text(project, "shop/.cursor/rules/a.mdc");
    expect(exported).not.toMatch(/abc|xxxx|yours/);
    expect(exported).toContain("#[[file:.env]] #[[file:docs/big.md]]");
    for (const problem of [
      "too large (300,000 bytes)",
      "not UTF-8 text",
      "../../../outside.md is outside of the project",
      "does not exist",
      ".env is ignored by git",
    ])
      expect(out).toContain(problem);
  });

  it("of a rule file is no text of the rule, and stays an import", async () => {
    const original = "@AGENTS.md\n\nUse hooks.\n";
    const project = await createProject({ ...files, "AGENTS.md": "Be brief.\n", "CLAUDE.md": original });
    await run(project, "import");
    await edit(project, ".precept/rules/CLAUDE.md", "hooks", "classes");
    await run(project, "export", "--to", "claude");
    expect(await text(project, "CLAUDE.md")).toBe("@AGENTS.md\n\nUse classes.\n");
  });
});
