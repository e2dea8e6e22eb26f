import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { useTemporaryDirectory } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

// Drafts of texts stay in the temporary directory.
useTemporaryDirectory();

const text = (project: TestProject, path: string) => readFile(join(project.dir, path), "utf8");

/** A command that acts as an editor: it writes a text to the file. */
async function editorThatWrites(project: TestProject, content: string): Promise<string> {
  const source = join(project.dir, "typed.txt");
  await writeFile(source, content);
  return `${process.execPath} -e ${JSON.stringify(`require("fs").copyFileSync(${JSON.stringify(source)}, process.argv[1])`)} --`;
}

describe("precept create", () => {
  it("creates a rule file that explain finds", async () => {
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

  it("reads the text from standard input, and writes user and global rules to PRECEPT_HOME", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const env = { PRECEPT_HOME: join(project.dir, "home") };
    await project.precept(["create", "mine", "--scope", "user", "--user", "ada"], { env, input: "Be kind.\n" });
    await project.precept(["create", "all", "--scope", "global", "--content", "-"], { env, input: "Be brief.\n" });
    expect(await text(project, "home/users/ada/rules/mine.md")).toContain("\nBe kind.\n");
    expect(await text(project, "home/rules/all.md")).toContain("\nBe brief.\n");
  });

  it("opens an editor in a terminal", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const env = { EDITOR: await editorThatWrites(project, "Typed by hand.\n") };
    expect((await project.precept(["create", "typed"], { env, interactive: true })).code).toBe(0);
    expect(await text(project, ".precept/rules/typed.md")).toContain("Typed by hand.\n");
  });

  it("refuses a name that exists, and says where", async () => {
    const project = await createProject({ ".precept/rules/deep/money.md": nativeRule("money") });
    const { code, err } = await project.precept(["create", "money", "--content", "x"]);
    expect(code).toBe(2);
    expect(err).toContain('A rule named "money" already exists at project scope: .precept/rules/deep/money.md.');
  });

  it.each([
    ["..", "my-rule"],
    ["../../evil", "evil"],
    ["house rules", "house-rules"],
    ["größe!", "größe"],
  ])("refuses the name %j, which no prompt can ask for, and suggests %j", async (name, suggestion) => {
    const project = await createProject({ ".git/HEAD": "" });
    const { code, err } = await project.precept(["create", name, "--content", "Text."]);
    expect(code).toBe(2);
    expect(err).toContain(suggestion);
    expect((await project.precept(["create", suggestion, "--content", "Text."])).code).toBe(0);
    const { out } = await project.precept(["list", "--json"]);
    expect((JSON.parse(out) as { rules: { name: string }[] }).rules.map((rule) => rule.name)).toEqual([suggestion]);
  });

  it.each([
    ["an empty standard input", []],
    ["an empty --content", ["--content", " "]],
    ["--content - and an empty standard input", ["--content", "-"]],
  ])("refuses %s instead of creating an empty rule", async (_, args) => {
    const project = await createProject({ ".git/HEAD": "" });
    const { code, err } = await project.precept(["create", "money", ...args], { input: "\n" });
    expect(code).toBe(2);
    expect(err).toContain("--content");
    expect(await readdir(project.dir)).toEqual([".git"]);
  });

  it("refuses an empty text from the editor", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const { code } = await project.precept(["create", "money"], { env: { EDITOR: "true" }, interactive: true });
    expect(code).toBe(2);
    expect(await readdir(project.dir)).toEqual([".git"]);
  });

  it("reads piped text in a terminal instead of opening the editor", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const call = { interactive: true, canAsk: false, env: { EDITOR: "false" }, input: "Piped.\n" };
    expect((await project.precept(["create", "piped"], call)).code).toBe(0);
    expect(await text(project, ".precept/rules/piped.md")).toContain("Piped.");
  });

  it("names --user if a rule of user scope has no user", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    const { code, err } = await project.precept(["create", "mine", "--scope", "user", "--content", "Text."]);
    expect(code).toBe(2);
    expect(err).toContain("--user");
  });

  it("stores the user of a personal rule in the database", async () => {
    const project = await createProject({ ".precept/config.yaml": "store:\n  sqlite: true\n" });
    const args = ["create", "mine", "--store", "sqlite", "--scope", "user", "--content", "Text."];
    expect((await project.precept(args)).err).toContain("--user");
    const { out } = await project.precept([...args, "--user", "ada", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ rule: { scope: "user", user_id: "ada" } });
  });

  it("prints no confirmation with --quiet", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    expect(await project.precept(["create", "money", "--content", "Text.", "--quiet"])).toEqual({ code: 0, out: "", err: "" });
    expect(await project.precept(["delete", "money", "--yes", "-q"])).toEqual({ code: 0, out: "", err: "" });
  });

  it("writes nothing with --dry-run", async () => {
    const project = await createProject({ ".git/HEAD": "" });
    expect((await project.precept(["create", "money", "--content", "x", "--dry-run"])).out).toContain("name: money");
    expect(await readdir(project.dir)).toEqual([".git"]);
  });

  it("stores rules in the database if the project has one", async () => {
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
  it("reports where the edited text is if another program saved the rule meanwhile", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    const rule = join(project.dir, ".precept/rules/money.md");
    const env = { EDITOR: `echo saved >> ${rule}; echo typed >>` };
    const { code, err } = await project.precept(["edit", "money"], { env, interactive: true });
    expect(code).toBe(1);
    const [, path = ""] = /^Nothing was saved\. Your text is in (.+)\.$/m.exec(err) ?? [];
    expect((await readFile(path, "utf8")).trimEnd().split("\n").at(-1)).toBe("typed");
    expect((await readFile(rule, "utf8")).trimEnd().split("\n").at(-1)).toBe("saved");
  });

  it("changes only the fields that options name", async () => {
    const file = "---\n# ask billing\nname: money\nowner: billing\ndescription: Amounts\n---\n\nUse cents.\n";
    const project = await createProject({ ".precept/rules/money.md": file });
    expect((await project.precept(["edit", "money", "--priority", "90"])).out).toBe("saved money  .precept/rules/money.md\n");
    expect(await text(project, ".precept/rules/money.md")).toBe(file.replace("Amounts\n", "Amounts\npriority: 90\n"));
  });

  it("saves the text from the editor, and does not write an unchanged one", async () => {
    const project = await createProject({ ".cursor/rules/react.mdc": "---\nglobs: *.tsx\n---\n\nHooks.\n" });
    const changed = "---\nglobs: *.tsx,*.jsx\nalwaysApply: false\n---\n\nHooks only.\n";
    const env = { EDITOR: await editorThatWrites(project, changed) };
    expect((await project.precept(["edit", "react"], { env, interactive: true })).out).toContain("saved");
    expect(await text(project, ".cursor/rules/react.mdc")).toContain("Hooks only.");
    expect((await project.precept(["edit", "react"], { env: { EDITOR: "true" }, interactive: true })).out).toContain("unchanged");
  });

  it("does not lose an edited text that is not a valid rule, and reports where it is", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    const broken = "---\nname: money\ndescription: [\n---\n\nAn hour's work.\n";
    const env = { EDITOR: await editorThatWrites(project, broken) };
    const { code, err } = await project.precept(["edit", "money"], { env, interactive: true });
    expect(code).toBe(2);
    expect(err).toContain("front-matter/yaml");
    const [, path = ""] = /Your text is in (\S+?)\.\n/.exec(err) ?? [];
    expect(await readFile(path, "utf8")).toBe(broken);
    expect(await text(project, ".precept/rules/money.md")).toBe(nativeRule("money"));
  });

  it("refuses an ambiguous name and lists the ids", async () => {
    const project = await createProject({ "a/.cursor/rules/x.mdc": "A\n", "b/.cursor/rules/x.mdc": "B\n", ".git/HEAD": "" });
    const { code, err } = await project.precept(["edit", "x", "--content", "C"]);
    expect(code).toBe(2);
    expect(err).toContain("Use one of their ids instead: project:a/.cursor/rules/x.mdc, project:b/.cursor/rules/x.mdc");
    expect((await project.precept(["edit", "project:b/.cursor/rules/x.mdc", "--content", "C\n"])).code).toBe(0);
    expect(await text(project, "b/.cursor/rules/x.mdc")).toContain("C\n");
  });
});

describe("precept delete, enable and disable", () => {
  it("disables and enables a rule", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    expect((await project.precept(["disable", "money"])).out).toContain("disabled money");
    expect((await project.precept(["explain"])).out).toMatch(/money +disabled/);
    expect((await project.precept(["disable", "money"])).out).toContain("already disabled");
    await project.precept(["enable", "money"]);
    expect((await project.precept(["resolve"])).out).toContain("### money");
  });

  it("reports why a rule of Cursor cannot be disabled", async () => {
    const project = await createProject({ ".cursor/rules/a.mdc": "---\nalwaysApply: true\n---\nText.\n" });
    const { code, err } = await project.precept(["disable", "a"]);
    expect(code).toBe(2);
    expect(err).toContain("Cursor does not support disabled rules.");
  });

  it("requires --yes to delete a rule without a terminal", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    for (const call of [{}, { interactive: true, canAsk: false }]) {
      const { code, err } = await project.precept(["delete", "money"], call);
      expect(code).toBe(2);
      expect(err).toContain("--yes");
    }
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["money.md"]);
  });

  it("deletes a rule, after a question in a terminal", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    expect((await project.precept(["delete", "money", "--dry-run"])).out).toContain("would be deleted");
    expect((await project.precept(["delete", "money"], { interactive: true, answer: false })).out).toContain("not deleted");
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["money.md"]);
    const { out } = await project.precept(["delete", "money", "--yes", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ deleted: true, rule: { name: "money", content: "Text of money.\n" } });
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual([]);
  });

  it("reports that rules in files have no revisions", async () => {
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
    "",
    "~/.bashrc",
    "$(touch pwned)",
    "`touch pwned`",
    "a\nb: c",
    "--- rule: x",
    "\u202egpj",
    ".hidden",
  ];

  it.each(names)("refuses the name %j and writes nothing", async (name) => {
    const project = await createProject({ "inner/.git/HEAD": "" });
    const { code } = await project.precept(["create", "--content", "Text.", "--", name], { cwd: "inner" });
    expect(code).toBe(2);
    expect(await readdir(project.dir)).toEqual(["inner"]);
    expect(await readdir(join(project.dir, "inner"))).toEqual([".git"]);
  });

  it.each(["nul", "com1.txt", "a..b", "x".repeat(4000)])(
    "creates one file in the rule directory for the name %j",
    async (name) => {
      const project = await createProject({ "inner/.git/HEAD": "" });
      await project.precept(["create", "--content", "Text.", "--", name], { cwd: "inner" });
      expect(await readdir(project.dir)).toEqual(["inner"]);
      expect((await readdir(join(project.dir, "inner"))).toSorted()).toEqual([".git", ".precept"]);
      expect(await readdir(join(project.dir, "inner/.precept/rules"))).toEqual([
        expect.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]*\.md$/),
      ]);
      const { out } = await project.precept(["resolve", "--json", "--prompt", `use @${name}`], { cwd: "inner" });
      expect(JSON.parse(out)).toMatchObject({ request: { requested: [name] } });
    },
  );

  it.each(["../root", "a/b", "..", "a\u0000b", "con/../x", "-x", ""])("refuses the user %j", async (user) => {
    const project = await createProject({ ".git/HEAD": "" });
    const { code } = await project.precept(["create", "x", "--content", "x", "--scope", "user", `--user=${user}`]);
    expect(code).toBe(2);
  });

  it.each(["../../etc/passwd", "/etc/passwd", "..\\secret", "C:\\x", "\u0000"])("does not find a rule named %j", async (name) => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    expect((await project.precept(["show", name])).code).toBe(2);
    expect((await project.precept(["delete", "--yes", name])).code).toBe(2);
  });
});
