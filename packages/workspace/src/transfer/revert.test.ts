import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, cursorRule, nativeRule, type Project } from "../../test/project.ts";
import { applyTransfer, applyRevert, listBackup, readBackup, planEject, planRevert } from "@precept/transfer";
import { planWorkspaceExport } from "./export.ts";
import { planWorkspaceImport } from "./import.ts";
import { findBases } from "./find-bases.ts";

/** Describes every file, link and directory outside of `.precept`, with modes and bytes. */
async function describeTree(dir: string, below = ""): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const name of (await readdir(join(dir, below))).toSorted()) {
    const path = below === "" ? name : `${below}/${name}`;
    if (path === ".precept") continue;
    const status = await lstat(join(dir, path));
    const mode = (status.mode & 0o777).toString(8);
    if (status.isSymbolicLink()) lines.push(`${path} -> ${await readlink(join(dir, path))}`);
    else if (status.isDirectory()) lines.push(`${path}/ ${mode}`, ...(await describeTree(dir, path)));
    else lines.push(`${path} ${mode} ${(await readFile(join(dir, path))).toString("base64")}`);
  }
  return lines;
}

async function runImport({ open }: Project): Promise<void> {
  const workspace = await open();
  const plan = await planWorkspaceImport(workspace);
  await applyTransfer(workspace.root, plan, plan.before, { by: "import" });
}

async function runExport({ open }: Project, to: readonly string[], isConfirmed = false): Promise<void> {
  const workspace = await open();
  const plan = await planWorkspaceExport(workspace, { to });
  await applyTransfer(workspace.root, plan, plan.before, { by: "export", isConfirmed });
}

/** The texts in the backup, by path. */
function textsOf(dir: string): readonly string[] {
  return listBackup(dir).map(
    ({ path, sha256 }) => `${path}: ${readBackup(dir, sha256)?.toString("utf8").trim().split("\n").at(-1)}`,
  );
}

const handwritten = {
  "CLAUDE.md": "# House\r\n\r\nUse tabs.\r\n",
  "AGENTS.md": "\uFEFFAgents read this.",
  ".cursor/rules/style.mdc": cursorRule,
  ".github/copilot-instructions.md": "Copilot reads this.\n",
};

describe("revert", () => {
  it("restores bytes, modes, links and absence, whatever was imported and exported", async () => {
    const project = await createProject(handwritten);
    const { dir, write } = project;
    await chmod(join(dir, "CLAUDE.md"), 0o755);
    await symlink("CLAUDE.md", join(dir, "GEMINI.md"));
    await mkdir(join(dir, ".kiro"));
    const before = await describeTree(dir);
    await runImport(project);
    await write(".precept/rules/added.md", nativeRule("added"));
    await write(".precept/rules/CLAUDE.md", nativeRule("CLAUDE", {}, "Changed in the rule."));
    await runExport(project, ["claude", "agents", "cursor", "kiro", "copilot"], true);
    expect(await describeTree(dir)).not.toEqual(before);
    await applyRevert(dir, planRevert(dir), { isConfirmed: true });
    expect(await describeTree(dir)).toEqual(before);
    // The native rule of the user stays; those of the import are in the backup.
    expect(await readdir(join(dir, ".precept/rules"))).toEqual(["added.md"]);
    expect(textsOf(dir)).toContain(".precept/rules/CLAUDE.md: Changed in the rule.");
    expect(planRevert(dir).actions).toEqual([]);
  });

  it("keeps a text in the backup that was edited by hand since the export, and says so", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    await runExport(project, ["cursor"]);
    await writeFile(join(project.dir, ".cursor/rules/a.mdc"), "Edited by hand.\n");
    const plan = planRevert(project.dir);
    expect(plan.actions).toMatchObject([{ kind: "remove", path: ".cursor/rules/a.mdc", isEdited: true }]);
    await applyRevert(project.dir, plan);
    expect(await describeTree(project.dir)).toEqual([]);
    expect(textsOf(project.dir)).toEqual([".cursor/rules/a.mdc: Edited by hand."]);
  });

  it("with tools restores their files only, and keeps those that other tools read", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    await runExport(project, ["jetbrains", "agents", "codex"]);
    const plan = planRevert(project.dir, { to: ["jetbrains", "codex"] });
    expect(plan.actions).toMatchObject([
      { kind: "remove", path: ".aiassistant/rules/a.md" },
      { kind: "keep", path: "AGENTS.md", reason: "shared" },
    ]);
    await applyRevert(project.dir, plan);
    expect((await describeTree(project.dir)).map((line) => line.split(" ")[0])).toEqual(["AGENTS.md"]);
    expect(planRevert(project.dir).actions).toMatchObject([{ kind: "remove", path: "AGENTS.md", targets: ["agents"] }]);
  });

  it("finds a new original after a revert", async () => {
    const project = await createProject({ "CLAUDE.md": "First.\n" });
    await runImport(project);
    await applyRevert(project.dir, planRevert(project.dir));
    await writeFile(join(project.dir, "CLAUDE.md"), "Second.\n");
    await runImport(project);
    await project.write(".precept/rules/CLAUDE.md", nativeRule("CLAUDE", {}, "Third."));
    await runExport(project, ["claude"]);
    await applyRevert(project.dir, planRevert(project.dir));
    expect(await readFile(join(project.dir, "CLAUDE.md"), "utf8")).toBe("Second.\n");
  });

  it("restores a file that an export found as it would have written it, after a later export changed it", async () => {
    const project = await createProject({
      ".precept/rules/a.md": nativeRule("a", {}, "# A\n\nOne."),
      "AGENTS.md": "# A\n\nOne.\n",
    });
    await runExport(project, ["agents"]);
    await project.write(".precept/rules/a.md", nativeRule("a", {}, "# A\n\nTwo."));
    await runExport(project, ["agents"]);
    await applyRevert(project.dir, planRevert(project.dir));
    expect(await readFile(join(project.dir, "AGENTS.md"), "utf8")).toBe("# A\n\nOne.\n");
  });

  it("removes a file that an export wrote after the user had deleted the imported one", async () => {
    const project = await createProject({ ".claude/rules/a.md": "By hand.\n" });
    await runImport(project);
    await project.remove(".claude/rules/a.md");
    await runExport(project, ["claude"]);
    await applyRevert(project.dir, planRevert(project.dir));
    expect(await readdir(join(project.dir, ".claude/rules"))).toEqual([]);
  });

  it("removes the directories of exports, whichever of their files went first", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    await runExport(project, ["claude"]);
    await project.write(".precept/rules/b.md", nativeRule("b"));
    await runExport(project, ["claude"]);
    await applyRevert(project.dir, planRevert(project.dir));
    expect(await describeTree(project.dir)).toEqual([]);
    await runExport(project, ["claude"]);
    await project.remove(".precept/rules");
    await runExport(project, ["claude"]);
    expect(await describeTree(project.dir)).toEqual([]);
  });

  it("removes a directory of an export in which a later export created another one", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    await runExport(project, ["claude"]);
    await project.write(".precept/rules/b.md", nativeRule("b", { inclusion: "agentRequested" }));
    await runExport(project, ["claude"]);
    expect(await readdir(join(project.dir, ".claude"))).toEqual(["rules", "skills"]);
    await applyRevert(project.dir, planRevert(project.dir));
    expect(await describeTree(project.dir)).toEqual([]);
  });

  it("leaves a file alone that another clone exported, and says that it has no original", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a") });
    await runExport(project, ["cursor"]);
    await project.remove(".precept/backup");
    const plan = planRevert(project.dir);
    expect(plan.actions).toMatchObject([{ kind: "keep", path: ".cursor/rules/a.mdc", reason: "no original" }]);
    await applyRevert(project.dir, plan);
    expect(await describeTree(project.dir)).toHaveLength(3);
  });

  it("ignores a backup that names files of other kinds, and objects with another content", async () => {
    const hash = "a".repeat(64);
    const line = (path: string): string =>
      `${JSON.stringify({ path, kind: "file", at: "2026-01-01T00:00:00Z", by: "export", targets: ["claude"], sha256: hash, mode: 511 })}\n`;
    const project = await createProject({
      "CLAUDE.md": "Mine.\n",
      "package.json": "{}\n",
      ".precept/backup/originals.jsonl":
        ["package.json", "../outside.md", ".git/hooks/pre-commit", "CLAUDE.md"].map(line).join("") + "torn",
      [`.precept/backup/objects/${hash.slice(0, 2)}/${hash.slice(2)}`]: "Not that content.\n",
    });
    const plan = planRevert(project.dir);
    expect(plan.actions).toMatchObject([{ kind: "keep", path: "CLAUDE.md", reason: "damaged" }]);
    expect(plan.damaged).toBe(1);
    await applyRevert(project.dir, plan);
    expect(await readFile(join(project.dir, "CLAUDE.md"), "utf8")).toBe("Mine.\n");
  });

  it("refuses a backup directory that is a link, before anything is changed", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule("a"), "elsewhere/file": "" });
    await symlink("../elsewhere", join(project.dir, ".precept/backup"));
    await expect(runExport(project, ["cursor"])).rejects.toMatchObject({ code: "PATH_REFUSED" });
    expect(await readdir(join(project.dir, "elsewhere"))).toEqual(["file"]);
    expect(await readdir(project.dir)).not.toContain(".cursor");
  });
});

describe("eject", () => {
  it("leaves the files, and moves the rules that they were written from to the backup", async () => {
    const project = await createProject({
      ".precept/rules/a.md": nativeRule("a"),
      ".precept/rules/b.md": nativeRule("b", { targets: "claude" }),
    });
    await runExport(project, ["cursor"]);
    const before = await describeTree(project.dir);
    await applyRevert(project.dir, planEject(project.dir));
    expect(await describeTree(project.dir)).toEqual(before);
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["b.md"]);
    expect(textsOf(project.dir)).toEqual([".precept/rules/a.md: Text of a."]);
    // They are hand-written files from now on.
    expect((await (await project.open()).list()).map(({ origin }) => origin.path)).toContain(".cursor/rules/a.mdc");
    expect(planRevert(project.dir).actions).toEqual([]);
  });
});

describe("an ejected file with several rules", () => {
  it("has no lines that name the rules, and is imported again as one rule", async () => {
    const project = await createProject({
      ".precept/rules/a.md": nativeRule("a", {}, "# A\n\nOne."),
      ".precept/rules/b.md": nativeRule("b", {}, "# B\n\nTwo."),
    });
    await runExport(project, ["agents"]);
    await applyRevert(project.dir, planEject(project.dir));
    expect(await readFile(join(project.dir, "AGENTS.md"), "utf8")).toBe("# A\n\nOne.\n\n# B\n\nTwo.\n");
    await runImport(project);
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["AGENTS.md"]);
  });
});

describe("an import whose rule changed meanwhile", () => {
  it("does not count the file as imported", async () => {
    const project = await createProject({ "CLAUDE.md": "By hand.\n" });
    const workspace = await project.open();
    const plan = await planWorkspaceImport(workspace);
    await project.write(".precept/rules/CLAUDE.md", nativeRule("other"));
    const { notApplied } = await applyTransfer(workspace.root, plan, plan.before, { by: "import" });
    expect(notApplied.map(({ path }) => path)).toEqual([".precept/rules/CLAUDE.md"]);
    expect([...(await planWorkspaceImport(await project.open())).before]).toEqual([]);
  });
});

describe("a deletion", () => {
  it("of a file that Precept did not create needs a confirmation", async () => {
    const project = await createProject({ "CLAUDE.md": "By hand.\n" });
    await runImport(project);
    await project.remove(".precept/rules");
    await expect(runExport(project, ["claude"])).rejects.toMatchObject({
      code: "TRANSFER_NEEDS_YES",
      details: { paths: ["CLAUDE.md"], foreign: ["CLAUDE.md"] },
    });
    expect(await readFile(join(project.dir, "CLAUDE.md"), "utf8")).toBe("By hand.\n");
    await runExport(project, ["claude"], true);
    expect(textsOf(project.dir)).toContain("CLAUDE.md: By hand.");
    await applyRevert(project.dir, planRevert(project.dir));
    expect(await readFile(join(project.dir, "CLAUDE.md"), "utf8")).toBe("By hand.\n");
  });

  it("of six exported files needs a confirmation, of five it does not", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const project = await createProject(Object.fromEntries(names.map((name) => [`.precept/rules/${name}.md`, nativeRule(name)])));
    await runExport(project, ["cursor"]);
    await project.remove(".precept/rules");
    await expect(runExport(project, ["cursor"])).rejects.toMatchObject({ code: "TRANSFER_NEEDS_YES" });
    await project.write(".precept/rules/a.md", nativeRule("a"));
    await runExport(project, ["cursor"]);
    expect(await readdir(join(project.dir, ".cursor/rules"))).toEqual(["a.mdc"]);
  });
});

describe("the base of an edited file", () => {
  it("is in the backup after an export and after an import", async () => {
    const project = await createProject({ "CLAUDE.md": "By hand.\n" });
    await runImport(project);
    const { ledger } = await planWorkspaceImport(await project.open());
    const wanted = [...ledger].map(([path, { sha256 }]) => ({ path, sha256 }));
    expect([...(await findBases(project.dir, wanted)).values()]).toEqual(["By hand.\n"]);
  });
});
