import { chmod, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryDirectory, removeDirectory } from "@precept/files";
import { createProject, type Project } from "@precept/testing";
import { applyTransfer } from "@precept/transfer";
import { openWorkspace, planWorkspaceExport } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Arm } from "../schedule/arms.ts";
import { copyStart } from "./copy-project.ts";
import { writeRuleFiles } from "./rule-files.ts";
import { changesIn, readTree } from "./tree.ts";

const native = (name: string, header = ""): string =>
  `---\nname: ${name}\ndescription: About ${name}\n${header}---\n\nText of ${name}.\n`;

async function createDirectory(): Promise<string> {
  const root = await createTemporaryDirectory("precept-eval-test-");
  onTestFinished(() => removeDirectory(root));
  return root.dir;
}

async function listAll(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .toSorted();
}

/** Copies a project with the rule files of an arm. Returns the texts of all files of the copy. */
async function copyWith(
  files: Readonly<Record<string, string>>,
  { arm, rules, tool }: { readonly arm: Arm; readonly rules: readonly string[]; readonly tool: string | undefined },
): Promise<Readonly<Record<string, string>>> {
  const project = await createProject(files);
  await using workspace = await openWorkspace(project.dir, { home: join(project.dir, "no-home"), user: undefined });
  const [copy, home] = [await createDirectory(), await createDirectory()];
  await copyStart({ from: project.dir, paths: await listAll(project.dir), added: {} }, copy);
  await writeRuleFiles(workspace, copy, home, { arm, rules, tool });
  const paths = await listAll(copy);
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(copy, path), "utf8")] as const)),
  );
}

/** Lists the files and directories of a copy without any rule. */
async function listCopyWithoutRules(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const project = await createProject(files);
  await using workspace = await openWorkspace(project.dir, { home: join(project.dir, "no-home"), user: undefined });
  const [dir, home] = [await createDirectory(), await createDirectory()];
  await copyStart({ from: project.dir, paths: await listAll(project.dir), added: {} }, dir);
  await writeRuleFiles(workspace, dir, home, { arm: "without", rules: ["money"], tool: "claude" });
  return (await readdir(dir, { recursive: true })).toSorted();
}

describe("a copy of a project", () => {
  it("has the files that an agent may see, with their modes", async () => {
    const project: Project = await createProject({
      "src/a.ts": "a",
      "run.sh": "#!/bin/sh\n",
      ".precept/evals/case.yaml": "task: secret",
      ".precept/state/traces.jsonl": "{}",
      ".git/config": "",
    });
    await chmod(join(project.dir, "run.sh"), 0o755);
    await symlink("src/a.ts", join(project.dir, "inside"));
    await symlink("../outside", join(project.dir, "escapes"));
    const copy = await createDirectory();
    const paths = [...(await listAll(project.dir)), "deleted.ts"];
    const uncopied = await copyStart({ from: project.dir, paths, added: { "src/new/b.ts": "b" } }, copy);
    expect(await listAll(copy)).toEqual(["inside", "run.sh", "src/a.ts", "src/new/b.ts"]);
    expect(uncopied).toEqual(["escapes"]);
    expect((await stat(join(copy, "run.sh"))).mode & 0o111).not.toBe(0);
  });

  it("cannot get files outside of it", async () => {
    const copy = await createDirectory();
    await expect(copyStart({ from: copy, paths: [], added: { "../escaped": "x" } }, copy)).rejects.toMatchObject({
      code: "PATH_REFUSED",
    });
  });
});

describe("the changes of an agent", () => {
  it("are created, changed and deleted files, without installed packages", async () => {
    const { dir, write, remove } = await createProject({ "a.ts": "a", "b.ts": "b", "c.ts": "c" });
    const before = await readTree(dir);
    await write("a.ts", "changed");
    await write("new.ts", "new");
    await write("node_modules/x/index.js", "x");
    await write("image.png", "\0");
    await remove("c.ts");
    expect(await changesIn(dir, before)).toEqual([
      { path: "a.ts", text: "changed", kind: "changed" },
      { path: "c.ts", text: undefined, kind: "deleted" },
      { path: "image.png", text: undefined, kind: "created" },
      { path: "new.ts", text: "new", kind: "created" },
    ]);
  });
});

describe("the rule files of an arm", () => {
  const files = {
    ".precept/rules/money.md": native("money"),
    ".precept/rules/tests.md": native("tests"),
    "CLAUDE.md": "Text of the handwritten file.\n",
    "src/a.ts": "a",
  };
  const texts = (copy: Readonly<Record<string, string>>): string => Object.values(copy).join("\n");

  it.each([
    ["with", ["money"], ["tests", "the handwritten"]],
    ["without", [], ["money", "tests", "the handwritten"]],
    ["others", ["tests", "the handwritten"], ["money"]],
    ["all", ["money", "tests", "the handwritten"], []],
  ] as const)("%s have the texts of %j, and nowhere those of %j", async (arm, present, absent) => {
    const copy = await copyWith(files, { arm, rules: ["money"], tool: "claude" });
    expect(copy["src/a.ts"]).toBe("a");
    for (const name of present) expect(texts(copy)).toContain(`Text of ${name}`);
    for (const name of absent) expect(texts(copy)).not.toContain(`Text of ${name}`);
  });

  it("leave no empty directory behind that shows what is missing", async () => {
    expect(await listCopyWithoutRules(files)).toEqual(["src", "src/a.ts"]);
  });

  it("are exported for the tool of the agent", async () => {
    const forClaude = await copyWith(files, { arm: "with", rules: ["money"], tool: "claude" });
    const own = Object.keys(forClaude).filter((path) => path.startsWith("CLAUDE") || path.startsWith(".claude"));
    expect(own.map((path) => forClaude[path]).join("")).toContain("Text of money");
    const forCodex = await copyWith(files, { arm: "with", rules: ["money"], tool: "codex" });
    expect(forCodex["AGENTS.md"]).toContain("Text of money");
    const forModel = await copyWith(files, { arm: "with", rules: ["money"], tool: undefined });
    expect(Object.keys(forModel)).toEqual([".precept/rules/money.md", "src/a.ts"]);
  });

  it("replace those that the project exported", async () => {
    const project = await createProject({
      ".precept/rules/money.md": native("money"),
      ".precept/rules/tests.md": native("tests"),
    });
    await using workspace = await openWorkspace(project.dir, { home: join(project.dir, "no-home"), user: undefined });
    const plan = await planWorkspaceExport(workspace, { to: ["claude", "agents"] });
    await applyTransfer(project.dir, plan, plan.before);
    const exported = await listAll(project.dir);
    expect(exported.length).toBeGreaterThan(4);
    const before = Object.fromEntries(
      await Promise.all(exported.map(async (path) => [path, await readFile(join(project.dir, path), "utf8")] as const)),
    );
    expect(texts(await copyWith(before, { arm: "without", rules: ["money"], tool: "agents" }))).not.toContain("Text of");
    const others = await copyWith(before, { arm: "others", rules: ["money"], tool: "agents" });
    expect(others["AGENTS.md"]).toContain("Text of tests");
    expect(texts(others)).not.toContain("Text of money");
  });

  it("are an error if the tool cannot get the rule", async () => {
    const cursorOnly = { ".precept/rules/money.md": native("money", "targets: [cursor]\n") };
    await expect(copyWith(cursorOnly, { arm: "with", rules: ["money"], tool: "gemini" })).rejects.toMatchObject({
      code: "EVAL_RULE_NOT_DELIVERED",
    });
  });
});
