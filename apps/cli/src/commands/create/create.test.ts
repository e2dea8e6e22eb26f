import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../testing/precept-in.ts";

const text = (project: TestProject, path: string) => readFile(join(project.dir, path), "utf8");

/** A command that stands in for an editor: it puts a text into the file it is given. */
async function editorThatWrites(project: TestProject, content: string): Promise<string> {
  const source = join(project.dir, "typed.txt");
  await writeFile(source, content);
  return `${process.execPath} -e ${JSON.stringify(`require("fs").copyFileSync(${JSON.stringify(source)}, process.argv[1])`)} --`;
}

describe("precept create", () => {
  it("makes a rule file that explain finds", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const args = [
      "create",
      "money",
      "--content",
      "Use cents.",
      "--glob",
      "src/**",
      "--priority",
      "80",
      "--description",
      "Amounts",
    ];
    expect(await project.precept(args)).toEqual({ code: 0, out: "created money  .precept/rules/money.md\n", err: "" });
    expect(await text(project, ".precept/rules/money.md")).toBe(
      '---\nname: money\ndescription: Amounts\ninclusion: fileMatch\nglobs: ["src/**"]\npriority: 80\n---\n\nUse cents.',
    );
    expect((await project.precept(["explain", "src/a.ts"])).out).toContain("money  file pattern matched: src/**");
  });

  it("reads the text from standard input, and puts user and global rules below PRECEPT_HOME", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const env = { PRECEPT_HOME: join(project.dir, "home") };
    await project.precept(["create", "mine", "--scope", "user", "--user", "ada"], { env, input: "Be kind.\n" });
    await project.precept(["create", "all", "--scope", "global", "--content", "-"], { env, input: "Be brief.\n" });
    expect(await text(project, "home/users/ada/rules/mine.md")).toContain("\nBe kind.\n");
    expect(await text(project, "home/rules/all.md")).toContain("\nBe brief.\n");
  });

  it("opens an editor where a person sits at a terminal", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const env = { EDITOR: await editorThatWrites(project, "Typed by hand.\n") };
    expect((await project.precept(["create", "typed"], { env, interactive: true })).code).toBe(0);
    expect(await text(project, ".precept/rules/typed.md")).toContain("Typed by hand.\n");
  });

  it("refuses a name that is taken, and says where", async () => {
    const project = await createProject({ ".precept/rules/deep/money.md": nativeRule("money") });
    const { code, err } = await project.precept(["create", "money", "--content", "x"]);
    expect(code).toBe(2);
    expect(err).toContain('A rule named "money" already exists at project scope: .precept/rules/deep/money.md.');
  });

  it("writes nothing with --dry-run", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    expect((await project.precept(["create", "money", "--content", "x", "--dry-run"])).out).toContain("name: money");
    expect(await readdir(project.dir)).toEqual([".git"]);
  });

  it("keeps rules in the database where the project has one", async () => {
    const project = await createProject({ ".precept/config.yaml": "store:\n  sqlite: true\n" });
    expect((await project.precept(["create", "money", "--store", "sqlite", "--content", "Use cents."])).code).toBe(0);
    await project.precept(["edit", "money", "--content", "Use integers."]);
    expect((await project.precept(["resolve"])).out).toContain("Use integers.");
    const { out } = await project.precept(["history", "money", "--json"]);
    const { revisions } = JSON.parse(out) as { revisions: { rule: { version: number; content: string } }[] };
    expect(revisions.map(({ rule }) => `${rule.version} ${rule.content}`)).toEqual(["2 Use integers.", "1 Use cents."]);
  });
});

describe("precept edit", () => {
  it("says where the text is that was typed, if another program saves the rule meanwhile", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    const rule = join(project.dir, ".precept/rules/money.md");
    const env = { EDITOR: `echo saved >> ${rule}; echo typed >>` };
    const { code, err } = await project.precept(["edit", "money"], { env, interactive: true });
    expect(code).toBe(1);
    const [, path = ""] = /^Nothing was saved\. Your text is in (.+)\.$/m.exec(err) ?? [];
    expect((await readFile(path, "utf8")).trimEnd().split("\n").at(-1)).toBe("typed");
    expect((await readFile(rule, "utf8")).trimEnd().split("\n").at(-1)).toBe("saved");
  });

  it("changes the fields that options name, and nothing else in the file", async () => {
    const file = "---\n# ask billing\nname: money\nowner: billing\ndescription: Amounts\n---\n\nUse cents.\n";
    const project = await createProject({ ".precept/rules/money.md": file });
    expect((await project.precept(["edit", "money", "--priority", "90"])).out).toBe("saved money  .precept/rules/money.md\n");
    expect(await text(project, ".precept/rules/money.md")).toBe(file.replace("Amounts\n", "Amounts\npriority: 90\n"));
  });

  it("saves what a person wrote in their editor, and leaves alone what they left alone", async () => {
    const project = await createProject({ ".cursor/rules/react.mdc": "---\nglobs: *.tsx\n---\n\nHooks.\n" });
    const changed = "---\nglobs: *.tsx,*.jsx\nalwaysApply: false\n---\n\nHooks only.\n";
    const env = { EDITOR: await editorThatWrites(project, changed) };
    expect((await project.precept(["edit", "react"], { env, interactive: true })).out).toContain("saved");
    expect(await text(project, ".cursor/rules/react.mdc")).toContain("Hooks only.");
    expect((await project.precept(["edit", "react"], { env: { EDITOR: "true" }, interactive: true })).out).toContain("unchanged");
  });

  it("never loses a text that is no rule: it is kept, and where is said", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    const broken = "---\nname: money\ndescription: [\n---\n\nAn hour's work.\n";
    const env = { EDITOR: await editorThatWrites(project, broken) };
    const { code, err } = await project.precept(["edit", "money"], { env, interactive: true });
    expect(code).toBe(2);
    expect(err).toContain("front-matter/yaml");
    const [, kept = ""] = /Your text is in (\S+?)\.\n/.exec(err) ?? [];
    expect(await readFile(kept, "utf8")).toBe(broken);
    expect(await text(project, ".precept/rules/money.md")).toBe(nativeRule("money"));
  });

  it("asks which of several rules of a name is meant", async () => {
    const project = await createProject({ "a/.cursor/rules/x.mdc": "A\n", "b/.cursor/rules/x.mdc": "B\n", ".git/HEAD": "" });
    const { code, err } = await project.precept(["edit", "x", "--content", "C"]);
    expect(code).toBe(2);
    expect(err).toContain("Use one of their ids instead: project:a/.cursor/rules/x.mdc, project:b/.cursor/rules/x.mdc");
    expect((await project.precept(["edit", "project:b/.cursor/rules/x.mdc", "--content", "C\n"])).code).toBe(0);
    expect(await text(project, "b/.cursor/rules/x.mdc")).toContain("C\n");
  });
});

describe("precept delete, enable and disable", () => {
  it("turns a rule off and on again", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    expect((await project.precept(["disable", "money"])).out).toContain("disabled money");
    expect((await project.precept(["explain"])).out).toMatch(/money +disabled/);
    expect((await project.precept(["disable", "money"])).out).toContain("already disabled");
    await project.precept(["enable", "money"]);
    expect((await project.precept(["resolve"])).out).toContain("### money");
  });

  it("says why a rule of Cursor can't be turned off", async () => {
    const project = await createProject({ ".cursor/rules/a.mdc": "---\nalwaysApply: true\n---\nText.\n" });
    const { code, err } = await project.precept(["disable", "a"]);
    expect(code).toBe(2);
    expect(err).toContain("Cursor does not support disabled rules.");
  });

  it("deletes a rule, after asking at a terminal", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    expect((await project.precept(["delete", "money", "--dry-run"])).out).toContain("would be deleted");
    expect((await project.precept(["delete", "money"], { interactive: true, answer: false })).out).toContain("kept");
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["money.md"]);
    const { out } = await project.precept(["delete", "money", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ deleted: true, rule: { name: "money", content: "Text of money.\n" } });
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual([]);
  });

  it("says that files keep no history of their own", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    expect((await project.precept(["history", "money"])).err).toContain("`git log -p -- .precept/rules/money.md`");
  });
});

describe("hostile names", () => {
  const names = [
    "../../escape",
    "/etc/cron.d/evil",
    "..\\..\\escape",
    "C:\\escape",
    "\\\\server\\share",
    "nul",
    "~/.bashrc",
    "$(touch pwned)",
    "`touch pwned`",
    "a\nb: c",
    "--- rule: x",
    "\u202egpj",
    "x".repeat(4000),
  ];

  it.each(names)("%j makes one file in the rule directory, or none", async (name) => {
    const project = await createProject({ "inner/.git/HEAD": "" });
    await project.precept(["create", "--content", "Text.", "--", name], { cwd: "inner" });
    expect(await readdir(project.dir)).toEqual(["inner"]);
    expect((await readdir(join(project.dir, "inner"))).filter((entry) => entry !== ".git" && entry !== ".precept")).toEqual([]);
    const [file = "", ...more] = await readdir(join(project.dir, "inner/.precept/rules"));
    expect(file).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*\.md$/);
    expect(more).toEqual([]);
    const { out, code } = await project.precept(["show", "--json", "--", name], { cwd: "inner" });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ rule: { name } });
  });

  it.each(["../root", "a/b", "..", "a\u0000b", "con/../x", "-x", ""])("%j is no user", async (user) => {
    const project = await createProject({ ".git/HEAD": "" });
    const { code } = await project.precept(["create", "x", "--content", "x", "--scope", "user", `--user=${user}`]);
    expect(code).toBe(2);
  });

  it.each(["../../etc/passwd", "/etc/passwd", "..\\secret", "C:\\x", "\u0000"])("show %j finds nothing", async (name) => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    expect((await project.precept(["show", name])).code).toBe(2);
    expect((await project.precept(["delete", "--yes", name])).code).toBe(2);
  });
});
