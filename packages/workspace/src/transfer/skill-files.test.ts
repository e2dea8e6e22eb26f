import { spawnSync } from "node:child_process";
import { chmod, lstat, mkdir, readFile, stat, symlink, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { applyTransfer, type ExportAction } from "@precept/transfer";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type Project } from "../../test/project.ts";
import { planWorkspaceExport, type ExportOptions, type WorkspaceExport } from "./export.ts";
import { planWorkspaceImport, type ImportOptions, type WorkspaceImport } from "./import.ts";

/** No dependency, so not a literal argument. */
const pipeProgram = "mkfifo";

const skillText = (body: string): string => `---\nname: demo\ndescription: Shows how.\n---\n\n${body}\n`;

/** A native skill with two files. */
const native = {
  ".precept/rules/demo.md": nativeRule("demo", { inclusion: "agentRequested" }, "Run `scripts/run.sh`."),
  ".precept/skills/demo/scripts/run.sh": "#!/bin/sh\n",
  ".precept/skills/demo/logo.png": new Uint8Array([0x89, 0x50, 0, 0xff]),
};

async function exportTo(project: Project, to: readonly string[], options: Partial<ExportOptions> = {}): Promise<WorkspaceExport> {
  const workspace = await project.open();
  const plan = await planWorkspaceExport(workspace, { to, ...options });
  await applyTransfer(workspace.root, plan, plan.before, { isConfirmed: true });
  return plan;
}

async function importAll(project: Project, options: ImportOptions = {}): Promise<WorkspaceImport> {
  const workspace = await project.open();
  const plan = await planWorkspaceImport(workspace, options);
  await applyTransfer(workspace.root, plan, plan.before, { by: "import" });
  return plan;
}

/** The actions that change or block something. */
function describeActions(actions: readonly ExportAction[]): readonly string[] {
  return actions.flatMap(({ kind, path, reason }) =>
    kind === "unchanged" ? [] : [`${kind} ${path}${reason === undefined ? "" : ` ${reason}`}`],
  );
}

const read = (project: Project, path: string): Promise<string> => readFile(join(project.dir, path), "utf8");

describe("a skill", () => {
  it.each([
    ["kiro", ".kiro/skills/demo/SKILL.md"],
    ["windsurf", ".windsurf/skills/demo/SKILL.md"],
    ["cline", ".cline/skills/demo/SKILL.md"],
    ["augment", ".augment/skills/demo/SKILL.md"],
    ["cursor", ".agents/skills/demo/SKILL.md"],
    ["copilot", ".agents/skills/demo/SKILL.md"],
  ])("is written to a directory of skills of %s, although the tool could have it as a rule", async (tool, path) => {
    const { actions, reduced } = await exportTo(await createProject(native), [tool]);
    const folder = path.slice(0, -"SKILL.md".length);
    expect(describeActions(actions)).toEqual([`create ${path}`, `create ${folder}logo.png`, `create ${folder}scripts/run.sh`]);
    expect(reduced).toEqual([]);
  });

  it("becomes a rule for a tool without skills, with a note on its files and on the paths that lead nowhere", async () => {
    const { actions, reduced } = await exportTo(await createProject(native), ["continue"]);
    expect(describeActions(actions)).toEqual(["create .continue/rules/demo.md"]);
    expect(reduced.flatMap(({ notes }) => notes.map(({ message }) => message))).toEqual([
      "The skill becomes a rule, without the 2 files next to it.",
      "The text refers to scripts/run.sh, which cannot be found from .continue/rules/demo.md.",
    ]);
  });

  it("without files is one too, also after its import, and a rule that the agent requests stays a rule", async () => {
    const project = await createProject({
      ".claude/skills/demo/SKILL.md": skillText("Text."),
      ".precept/rules/other.md": nativeRule("other", { inclusion: "agentRequested" }),
    });
    const expected = ["create .kiro/skills/demo/SKILL.md", "create .kiro/steering/other.md"];
    const plan = async () => describeActions((await planWorkspaceExport(await project.open(), { to: ["kiro"] })).actions);
    expect(await plan()).toEqual(expected);
    await importAll(project);
    expect(await plan()).toEqual(expected);
  });

  it("that refers to a missing file has a note for each tool, unless the file is in the project", async () => {
    const text = "[a](references/a.md) [b](../other/SKILL.md) [c](https://example.com/c.md) `scripts/build.sh` ![d](d.png)";
    const project = await createProject({
      ".claude/skills/demo/SKILL.md": skillText(text),
      ".claude/skills/demo/d.png": "",
      ".claude/skills/other/SKILL.md": "---\nname: other\ndescription: Other.\n---\n\nText.\n",
      "scripts/build.sh": "",
    });
    const { reduced } = await exportTo(project, ["kiro"]);
    expect(reduced.flatMap(({ rule, notes }) => notes.map(({ message }) => `${rule.name}: ${message}`))).toEqual([
      "demo: The text refers to references/a.md, which cannot be found from .kiro/skills/demo/SKILL.md.",
    ]);
  });
});

describe.skipIf(process.platform === "win32")("a directory of skills that is a link", () => {
  it.each([
    ["the directory", ".kiro/skills", "../.claude/skills"],
    ["one skill", ".kiro/skills/demo", "../../.claude/skills/demo"],
  ])("gives a tool the skills of another one, which are not written again: %s", async (_, path, target) => {
    const project = await createProject({ ".claude/skills/demo/SKILL.md": skillText("Text."), ".claude/skills/demo/a.txt": "a" });
    await mkdir(dirname(join(project.dir, path)), { recursive: true });
    await symlink(target, join(project.dir, path));
    const { actions, alreadyRead } = await exportTo(project, ["kiro"]);
    expect([actions, alreadyRead.map(({ paths }) => paths)]).toEqual([[], [[".kiro/skills/demo/SKILL.md"]]]);
    await importAll(project);
    const again = await exportTo(project, ["kiro", "claude"]);
    expect(describeActions(again.actions)).toEqual([]);
  });
});

describe("a copied file", () => {
  it("is not overwritten or deleted after an edit, unless it is forced", async () => {
    const project = await createProject(native);
    await exportTo(project, ["kiro"]);
    const path = ".kiro/skills/demo/scripts/run.sh";
    await project.write(path, "#!/bin/bash\n");
    await project.write(".precept/skills/demo/scripts/run.sh", "#!/bin/zsh\n");
    expect(describeActions((await exportTo(project, ["kiro"])).actions)).toEqual([`blocked ${path} changed`]);
    expect(await read(project, path)).toBe("#!/bin/bash\n");
    await project.remove(".precept/rules/demo.md");
    expect(describeActions((await exportTo(project, ["kiro"])).actions)).toEqual([
      "delete .kiro/skills/demo/SKILL.md",
      "delete .kiro/skills/demo/logo.png",
      `blocked ${path} changed`,
    ]);
    expect(describeActions((await exportTo(project, ["kiro"], { force: [path] })).actions)).toEqual([`delete ${path}`]);
    await expect(lstat(join(project.dir, ".kiro"))).rejects.toThrow("ENOENT");
  });

  it("never replaces a file that a user wrote", async () => {
    const project = await createProject({ ...native, ".kiro/skills/demo/logo.png": "mine" });
    const { actions } = await exportTo(project, ["kiro"]);
    expect(describeActions(actions)).toContain("blocked .kiro/skills/demo/logo.png foreign");
    expect(await read(project, ".kiro/skills/demo/logo.png")).toBe("mine");
  });

  it.skipIf(process.platform === "win32")("gets back the permission to run it", async () => {
    const project = await createProject({ ".claude/skills/demo/SKILL.md": skillText("Text.") });
    await project.write(".claude/skills/demo/run", "x");
    await exportTo(project, ["kiro"]);
    await chmod(join(project.dir, ".claude/skills/demo/run"), 0o755);
    const { actions } = await exportTo(project, ["kiro"]);
    expect(describeActions(actions)).toEqual(["update .kiro/skills/demo/run"]);
    expect((await stat(join(project.dir, ".kiro/skills/demo/run"))).mode & 0o111).not.toBe(0);
  });

  it("that was edited or added in one tool is imported, and exported to the others", async () => {
    const project = await createProject(native);
    await exportTo(project, ["kiro", "windsurf"]);
    await project.write(".kiro/skills/demo/logo.png", new Uint8Array([1, 0, 2]));
    await project.write(".windsurf/skills/demo/new.txt", "new");
    expect(describeActions((await importAll(project)).actions)).toEqual(
      ["create .precept/skills/demo/new.txt", "update .precept/skills/demo/logo.png"].toSorted((left, right) =>
        right.localeCompare(left),
      ),
    );
    expect(describeActions((await exportTo(project, ["kiro", "windsurf"])).actions)).toEqual([
      "create .kiro/skills/demo/new.txt",
      "update .windsurf/skills/demo/logo.png",
    ]);
    expect((await importAll(project)).actions).toEqual([]);
  });

  it("that was edited differently in two tools is a conflict, which the user decides", async () => {
    const project = await createProject(native);
    await exportTo(project, ["kiro", "windsurf"]);
    const [kiro, windsurf] = [".kiro/skills/demo/logo.png", ".windsurf/skills/demo/logo.png"];
    await project.write(kiro, "one");
    await project.write(windsurf, "two");
    const { actions, conflicts } = await importAll(project);
    expect([actions, conflicts.map(({ versions }) => versions.map(({ path }) => path))]).toEqual([[], [[kiro, windsurf]]]);
    const decided = await importAll(project, { take: [windsurf] });
    expect([decided.conflicts, decided.superseded]).toEqual([[], [kiro]]);
    expect(await read(project, ".precept/skills/demo/logo.png")).toBe("two");
    await exportTo(project, ["kiro", "windsurf"]);
    expect(await read(project, kiro)).toBe("two");
  });
});

describe("a folder that cannot be copied as it is", () => {
  it("has its links out of the folder, secrets and large files named, and the rest copied", async () => {
    const project = await createProject({
      ".claude/skills/demo/SKILL.md": skillText("Text."),
      ".claude/skills/demo/.env": "TOKEN=1",
      ".claude/skills/demo/lib/.git/hooks/post-checkout": "",
      ".claude/skills/demo/large.bin": "",
      ".claude/skills/demo/notes.md": "n",
    });
    await truncate(join(project.dir, ".claude/skills/demo/large.bin"), 1_073_741_824);
    await symlink("../../settings.json", join(project.dir, ".claude/skills/demo/settings"));
    const { actions, uncopied } = await exportTo(project, ["kiro"]);
    expect(describeActions(actions)).toEqual(["create .kiro/skills/demo/SKILL.md", "create .kiro/skills/demo/notes.md"]);
    expect(uncopied.map(({ path, reason }) => `${path.slice(".claude/skills/demo/".length)}: ${reason}`)).toEqual([
      ".env: the name of a file with credentials",
      "large.bin: 1,073,741,824 bytes, more than 16,777,216",
      "lib/.git: a directory of git",
      "settings: a link out of the folder",
    ]);
  });

  it.skipIf(process.platform === "win32")("may have a pipe, which is not opened", async () => {
    const project = await createProject({ ".claude/skills/demo/SKILL.md": skillText("Text.") });
    expect(spawnSync(pipeProgram, [join(project.dir, ".claude/skills/demo/pipe")]).status).toBe(0);
    const { uncopied } = await exportTo(project, ["kiro"]);
    expect(uncopied).toEqual([{ path: ".claude/skills/demo/pipe", reason: "not a regular file" }]);
  });

  it("with too many files is not copied at all, and the copies that are there stay", async () => {
    const project = await createProject(native);
    await exportTo(project, ["kiro"]);
    for (let number = 0; number < 1000; number += 1) await project.write(`.precept/skills/demo/many/${number}`, "");
    const { actions, uncopied } = await exportTo(project, ["kiro"]);
    expect(describeActions(actions)).toEqual([]);
    const reason = "it has more than 1,000 files, so none of its files is copied";
    expect(uncopied).toEqual([{ path: ".precept/skills/demo", reason }]);
    expect(await read(project, ".kiro/skills/demo/scripts/run.sh")).toBe("#!/bin/sh\n");
  });
});

describe("a copy", () => {
  it("stays if its source can no longer be copied", async () => {
    const project = await createProject(native);
    await exportTo(project, ["kiro"]);
    await truncate(join(project.dir, ".precept/skills/demo/logo.png"), 16_777_217);
    const { actions, uncopied } = await exportTo(project, ["kiro"]);
    expect([describeActions(actions), uncopied.length]).toEqual([[], 1]);
    expect((await stat(join(project.dir, ".kiro/skills/demo/logo.png"))).size).toBe(4);
    await project.remove(".precept/skills/demo/logo.png");
    expect(describeActions((await exportTo(project, ["kiro"])).actions)).toEqual(["delete .kiro/skills/demo/logo.png"]);
  });
});

describe("a folder in .precept/skills", () => {
  it("is named if there is no rule that it belongs to, as after a rule was renamed", async () => {
    const project = await createProject({
      ...native,
      ".precept/rules/api/nested.md": nativeRule("nested"),
      ".precept/skills/api/nested/a.txt": "",
      ".precept/skills/old/a.txt": "",
    });
    const { uncopied } = await exportTo(project, ["kiro"]);
    expect(uncopied).toEqual([{ path: ".precept/skills/old", reason: "there is no rule .precept/rules/old.md" }]);
  });
});

describe("a clone", () => {
  it("cannot have files written through a link in the folder of the target", async () => {
    const project = await createProject({ ...native, "src/keep.ts": "" });
    await mkdir(join(project.dir, ".kiro/skills/demo"), { recursive: true });
    await symlink("../../../src", join(project.dir, ".kiro/skills/demo/scripts"));
    const { actions } = await exportTo(project, ["kiro"]);
    expect(describeActions(actions)).toContain("blocked .kiro/skills/demo/scripts/run.sh unusable");
    await expect(lstat(join(project.dir, "src/run.sh"))).rejects.toThrow("ENOENT");
  });

  it("cannot name files in its ledger that an export then deletes", async () => {
    const project = await createProject({ "src/main.ts": "" });
    const sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const entry = { targets: ["kiro"], format: "file", rules: ["project:.precept/rules/demo.md"], sha256, mode: "100644" };
    const paths = ["src/main.ts", ".kiro/skills/../../src/main.ts", ".kiro/skills/demo/../../../src/main.ts"];
    const files = Object.fromEntries(paths.map((path) => [path, entry]));
    await project.write(".precept/ledger.json", JSON.stringify({ version: 3, files }));
    const { actions } = await exportTo(project, ["kiro"]);
    expect(describeActions(actions)).toEqual([]);
    expect(await read(project, "src/main.ts")).toBe("");
  });
});
