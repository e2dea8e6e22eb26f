import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { policyFile } from "@precept/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { programSettings } from "../../../../packages/enforcement/src/git/program-settings.ts";
import { createMarks, gitIn, setAllPrograms, type Marks } from "../../test/hostile-repository.ts";
import { createProject, type TestProject } from "../../test/precept-in.ts";

function makeDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), "precept-hostile-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Creates a repository with attributes, a submodule and a bare repository that run programs, as an attacker could. */
function createOrigin(marks: Marks): string {
  const library = makeDirectory();
  gitIn(library, "init", "-q");
  writeFileSync(join(library, "lib.txt"), "lib\n");
  gitIn(library, "add", "-A");
  gitIn(library, "commit", "-qm", "lib");
  const origin = makeDirectory();
  gitIn(origin, "init", "-q");
  writeFileSync(join(origin, ".gitattributes"), "*.txt filter=evil diff=evil merge=evil\n*.md filter=included\n");
  writeFileSync(join(origin, "a.txt"), "first\n");
  writeFileSync(join(origin, "b.md"), "first\n");
  gitIn(origin, "submodule", "add", "-q", library, "sub");
  gitIn(origin, "init", "-q", "--bare", "bare");
  gitIn(origin, "config", "--file", "bare/config", "core.bare", "false");
  gitIn(origin, "config", "--file", "bare/config", "core.worktree", "..");
  setAllPrograms(join(origin, "bare"), marks);
  for (const empty of ["objects", "refs"]) writeFileSync(join(origin, "bare", empty, "keep"), "");
  gitIn(origin, "add", "-A", "-f");
  gitIn(origin, "commit", "-qm", "first");
  writeFileSync(join(origin, "a.txt"), "second\n");
  gitIn(origin, "commit", "-qam", "second");
  gitIn(origin, "config", "uploadpack.allowFilter", "true");
  return origin;
}

/** Clones a repository. A managed policy makes `check` read its files: without policies it reads none. */
async function cloneOf(origin: string, ...options: readonly string[]): Promise<TestProject> {
  const { dir, precept } = await createProject({});
  gitIn(dir, "clone", "-q", ...options, `file://${origin}`, ".");
  const managed = makeDirectory();
  writeFileSync(join(managed, "house.yaml"), policyFile());
  const env = { PRECEPT_MANAGED_DIR: managed };
  return { dir, precept: (args, call) => precept(args, { ...call, env }) };
}

/** Changes, stages and adds files, so that git must compare contents. */
function changeFiles(dir: string): void {
  writeFileSync(join(dir, "new.txt"), "new\n");
  gitIn(dir, "add", "new.txt");
  writeFileSync(join(dir, "a.txt"), "third\n");
  writeFileSync(join(dir, "b.md"), "FIRST\n");
  writeFileSync(join(dir, "untracked.txt"), "untracked\n");
}

/** Every command that runs git. */
const commands: readonly (readonly string[])[] = [
  ["check"],
  ["check", "--since", "HEAD~1"],
  ["check", "--staged"],
  ["check", "bare"],
  ["check", "sub"],
  ["lint"],
  ["conflicts"],
  ["checkpoint", "create"],
  ["checkpoint", "list"],
];

async function runAll({ dir, precept }: TestProject): Promise<void> {
  for (const command of commands) expect([command, (await precept(command)).code]).toEqual([command, 0]);
  writeFileSync(join(dir, "a.txt"), "by an agent\n");
  expect((await precept(["checkpoint", "restore", "--dry-run"])).code).toBe(0);
  expect((await precept(["checkpoint", "restore"])).code).toBe(0);
  expect((await precept(["checkpoint", "undo"])).code).toBe(0);
  expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("by an agent\n");
  expect((await precept(["checkpoint", "prune", "--keep", "0", "--keep-rollbacks", "0"])).code).toBe(0);
}

describe.skipIf(process.platform === "win32")("a repository that names programs", () => {
  it.each([
    { without: [], leaves: ["core.fsmonitor", "filter._driver_.process", "hooks-path.reference-transaction"] },
    {
      without: ["filter.<driver>.process", "core.hooksPath"],
      leaves: ["filter._driver_.clean", "hooks.reference-transaction", "included-clean"],
    },
  ])("runs none of them, whichever setting names them (all but $without)", { tags: "slow" }, async ({ without, leaves }) => {
    const marks = createMarks(makeDirectory());
    const project = await cloneOf(createOrigin(marks), "--recurse-submodules");
    changeFiles(project.dir);
    setAllPrograms(join(project.dir, ".git"), marks, without);
    setAllPrograms(join(project.dir, ".git/modules/sub"), marks, without);
    await runAll(project);
    expect(marks.left()).toEqual([]);
    // git itself runs the programs, so the marks work.
    for (const args of [["diff"], ["status"], ["update-ref", "refs/heads/x", "HEAD"]]) {
      spawnSync("git", args, { cwd: project.dir });
    }
    expect(marks.left()).toEqual(expect.arrayContaining(leaves));
  });

  it("runs none of them if a clone contains a bare repository", { tags: "slow" }, async () => {
    const marks = createMarks(makeDirectory());
    const { dir, precept } = await cloneOf(createOrigin(marks));
    for (const args of [["check"], ["check", "--since", "HEAD~1"], ["check", "--staged"], ["lint"], ["checkpoint", "create"]]) {
      expect((await precept(args, { cwd: "bare" })).code).toBe(0);
      expect((await precept([...args, "--root", join(dir, "bare")])).code).toBe(0);
    }
    const { out } = await precept(["check", "bare", "--json"]);
    expect((JSON.parse(out) as { files: number }).files).toBeGreaterThan(3);
    expect(marks.left()).toEqual([]);
    spawnSync("git", ["status"], { cwd: join(dir, "bare") });
    expect(marks.left()).not.toEqual([]);
  });

  it.each([
    // The index lists blobs that the clone does not have.
    { filter: "blob:none", index: "HEAD~1", outcome: { code: 0, out: expect.stringContaining('"not fetched"') as string } },
    // The clone does not have the tree of HEAD either.
    { filter: "tree:0", index: "--empty", outcome: { code: 2, err: expect.stringContaining("git failed") as string } },
  ])("fetches nothing into a partial clone ($filter)", { tags: "slow" }, async ({ filter, index, outcome }) => {
    const marks = createMarks(makeDirectory());
    const project = await cloneOf(createOrigin(marks), `--filter=${filter}`, "--no-checkout");
    const { dir, precept } = project;
    gitIn(dir, "read-tree", index);
    gitIn(dir, "config", "core.sshCommand", marks.program("ssh"));
    gitIn(dir, "config", "remote.origin.url", "ssh://example.com/x");
    gitIn(dir, "config", "remote.origin.uploadpack", marks.program("uploadpack"));
    writeFileSync(join(dir, "here.txt"), "here\n");
    for (const command of commands) await precept(command);
    writeFileSync(join(dir, "here.txt"), "changed\n");
    await precept(["checkpoint", "restore"]);
    await precept(["checkpoint", "undo"]);
    expect(marks.left()).toEqual([]);
    expect(await precept(["check", "--staged", "--json"])).toMatchObject(outcome);
    spawnSync("git", ["cat-file", "-p", "HEAD:a.txt"], { cwd: dir });
    expect(marks.left()).toEqual(["ssh"]);
  });

  it("is refused if its settings name another working tree", async () => {
    const marks = createMarks(makeDirectory());
    const { dir, precept } = await cloneOf(createOrigin(marks));
    const elsewhere = makeDirectory();
    writeFileSync(join(elsewhere, "mine.txt"), "mine\n");
    gitIn(dir, "config", "core.worktree", elsewhere);
    for (const args of [
      ["check", "--staged"],
      ["check", "--since", "HEAD"],
      ["checkpoint", "create"],
    ]) {
      expect(await precept(args)).toMatchObject({ code: 2, err: expect.stringContaining("core.worktree") as string });
    }
    expect((await precept(["check"])).code).toBe(0);
  });

  it("cannot make Precept run a git executable in the repository", async () => {
    const marks = createMarks(makeDirectory());
    const project = await cloneOf(createOrigin(marks));
    appendFileSync(join(project.dir, "git"), readFileSync(marks.program("git")), { mode: 0o755 });
    mkdirSync(join(project.dir, "bin"));
    appendFileSync(join(project.dir, "bin/git"), readFileSync(marks.program("git")), { mode: 0o755 });
    const { PATH = "" } = process.env;
    process.env["PATH"] = `.:bin::${PATH}`;
    onTestFinished(() => void (process.env["PATH"] = PATH));
    for (const command of commands) await project.precept(command);
    expect(marks.left()).toEqual([]);
  });
});

it("covers every setting of the installed git that names a program", () => {
  const known = new Set(Object.keys(programSettings).map((key) => key.toLowerCase()));
  const names = gitIn(tmpdir(), "help", "--config-for-completion").split("\n");
  const suspicious =
    /(?:cmd|command|program|editor|pager|askpass|hook|hookspath|browser|viewer|tunnel|httpd|external|sshcommand|gitproxy)$/i;
  const harmless = /^(?:advice|color)\./;
  expect(names.filter((name) => !harmless.test(name) && suspicious.test(name) && !known.has(name.toLowerCase()))).toEqual([]);
});
