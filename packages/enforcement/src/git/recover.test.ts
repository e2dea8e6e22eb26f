import { execSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeDirectory, openTestRepository, readIndexState, readWorkingTree, type TestRepository } from "@precept/testing";
import { createCheckpoint } from "./checkpoint.ts";
import { findCheckpoint, listCheckpoints, pruneCheckpoints, undoRollback } from "./history.ts";
import { formatOwner } from "./process-owner.ts";
import { rollBack, type Rollback } from "./roll-back.ts";

function committed(): TestRepository {
  const repository = openTestRepository();
  for (const name of ["a.txt", "b.txt", "dir/c.txt"]) repository.write(name, `first ${name}\n`);
  repository.write("secret.txt", "first secret\n", 0o600);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  return repository;
}

/** The id of a process that has ended. */
function endedProcess(): number {
  return spawnSync("true").pid;
}

const lockOf = ({ dir }: TestRepository): string => join(dir, ".git/index.lock");

/** Creates what a killed Precept process leaves behind: its lock, the lock of its git, and the journal. */
function leaveInterrupted(repository: TestRepository, { id }: Pick<Rollback, "id">, direction: "restore" | "undo"): void {
  const precept = join(repository.dir, ".git/precept");
  writeFileSync(lockOf(repository), `precept ${endedProcess()} 1 ${hostname()}\n`);
  writeFileSync(join(precept, "journal"), `${direction} ${id}\n`);
  writeFileSync(join(precept, "rollback", id, "index.lock"), "");
  writeFileSync(join(precept, "rollback", id, "git-pid"), `${endedProcess()}\n`);
}

/** A completed rollback, and the states before and after it. */
async function rolledBack() {
  const repository = committed();
  const checkpoint = await createCheckpoint(repository.dir);
  repository.write("a.txt", "agent\n");
  repository.write("new/deep/d.txt", "agent\n");
  repository.write("secret.txt", "agent secret\n", 0o600);
  repository.remove("dir");
  repository.git("add", "-A");
  const stateOf = () => ({ files: readWorkingTree(repository.dir), entries: readIndexState(repository).entries });
  const before = stateOf();
  const rollback = await rollBack(repository.dir, checkpoint);
  return { repository, checkpoint, rollback, stateOf, before, after: stateOf() };
}

const nextCommands: readonly (readonly [string, (dir: string) => Promise<unknown>])[] = [
  ["list", (dir) => listCheckpoints(dir)],
  ["find", (dir) => findCheckpoint(dir)],
  ["create", (dir) => createCheckpoint(dir)],
  ["prune", (dir) => pruneCheckpoints(dir, { checkpoints: 5, rollbacks: 5 })],
];

describe.skipIf(process.platform === "win32")("after Precept was killed", () => {
  it.each(nextCommands)("%s completes an interrupted undo", { tags: "slow" }, async (_, run) => {
    const { repository, rollback, stateOf, before } = await rolledBack();
    // Some files exist, and one of them is truncated.
    repository.write("a.txt", "agent\n");
    repository.write("new/deep/d.txt", "ag");
    repository.remove("dir/c.txt");
    leaveInterrupted(repository, rollback, "undo");
    await run(repository.dir);
    expect(stateOf()).toEqual(before);
    expect(existsSync(lockOf(repository))).toBe(false);
    // `git add` fails while the index is locked.
    expect(repository.git("add", "-A")).toBe("");
    await expect(undoRollback(repository.dir, rollback.id)).rejects.toThrow(/was already undone/);
  });

  it("undo completes an interrupted rollback, and undoes it", async () => {
    const { repository, rollback, stateOf, before } = await rolledBack();
    repository.remove("a.txt");
    leaveInterrupted(repository, rollback, "restore");
    await undoRollback(repository.dir, undefined);
    expect(stateOf()).toEqual(before);
  });

  it("undo undoes a rollback that stopped half way", { tags: "slow" }, async () => {
    const { repository, checkpoint, stateOf, before } = await rolledBack();
    await undoRollback(repository.dir, undefined);
    const rollback = await rollBack(repository.dir, checkpoint);
    // The index of the rollback still describes the files before it, since git writes the index last.
    const env = {
      ...process.env,
      GIT_DIR: join(repository.dir, ".git/precept/rollback", rollback.id),
      GIT_WORK_TREE: repository.dir,
    };
    const { before: tree } = JSON.parse(readFileSync(join(env.GIT_DIR, "plan.json"), "utf8")) as { before: string };
    spawnSync("git", ["read-tree", "--reset", tree], { cwd: repository.dir, env });
    leaveInterrupted(repository, rollback, "restore");
    await undoRollback(repository.dir, undefined);
    expect(stateOf()).toEqual(before);
  });

  it("a rollback that git cannot complete is reverted", { tags: "slow" }, async () => {
    const repository = committed();
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "agent\n");
    repository.write("b.txt", "agent\n");
    const before = [readWorkingTree(repository.dir), readIndexState(repository).entries];
    insteadOfMoving("echo 'first a.txt' > a.txt; rm b.txt; echo 'error: no space left' >&2; exit 128");
    await expect(rollBack(repository.dir, checkpoint)).rejects.toThrow(/no space left/);
    expect([readWorkingTree(repository.dir), readIndexState(repository).entries]).toEqual(before);
    expect((await listCheckpoints(repository.dir)).rollbacks).toEqual([
      expect.not.objectContaining({ undo: expect.anything() as string }),
    ]);
    expect(existsSync(lockOf(repository))).toBe(false);
  });

  it("changes that were made since are saved", { tags: "slow" }, async () => {
    const { repository, rollback, stateOf, before } = await rolledBack();
    repository.write("a.txt", "written by the user since\n");
    leaveInterrupted(repository, rollback, "undo");
    await listCheckpoints(repository.dir);
    expect(stateOf()).toEqual(before);
    const interrupted = `refs/precept/interrupted/${rollback.id}`;
    expect(repository.git("show", `${interrupted}:a.txt`)).toBe("written by the user since\n");
    expect((await listCheckpoints(repository.dir)).rollbacks).toMatchObject([{ id: rollback.id, interrupted }]);
    await pruneCheckpoints(repository.dir, { checkpoints: 0, rollbacks: 0 });
    expect(repository.git("for-each-ref", "refs/precept")).toBe("");
  });

  it("a stale lock and a prepared rollback are removed if there is no journal", { tags: "slow" }, async () => {
    const { repository, checkpoint, rollback, stateOf, after } = await rolledBack();
    writeFileSync(join(repository.dir, ".git/precept/rollback", rollback.id, "pending"), "");
    writeFileSync(lockOf(repository), `precept ${endedProcess()} 1 ${hostname()}\n`);
    expect(await listCheckpoints(repository.dir)).toEqual({ checkpoints: [checkpoint], rollbacks: [] });
    expect([existsSync(lockOf(repository)), stateOf()]).toEqual([false, after]);
    expect(readdirSync(join(repository.dir, ".git/precept/rollback"))).toEqual([]);
  });

  it("only temporary directories of processes that have ended are removed", async () => {
    const repository = committed();
    await createCheckpoint(repository.dir);
    const precept = join(repository.dir, ".git/precept");
    for (const [name, owner] of [
      ["snapshot-dead", `precept ${endedProcess()} 1 ${hostname()}\n`],
      ["snapshot-alive", await formatOwner()],
    ] as const) {
      mkdirSync(join(precept, name));
      writeFileSync(join(precept, name, "owner"), owner);
    }
    await listCheckpoints(repository.dir);
    expect(readdirSync(precept).filter((name) => name.startsWith("snapshot"))).toEqual(["snapshot-alive"]);
  });

  it("nothing is changed in read-only mode", { tags: "slow" }, async () => {
    const { repository, rollback, stateOf, after } = await rolledBack();
    leaveInterrupted(repository, rollback, "undo");
    await listCheckpoints(repository.dir, { readOnly: true });
    expect([existsSync(lockOf(repository)), stateOf()]).toEqual([true, after]);
  });
});

describe.skipIf(process.platform === "win32")("while a Precept process is running", () => {
  it.each([
    ["here", async () => formatOwner()],
    ["on another machine", async () => "precept 1 1 another-machine\n"],
  ])("%s, its lock stays, and says who holds it", { tags: "slow" }, async (_, ownerOf) => {
    const { repository, checkpoint, rollback, stateOf, after } = await rolledBack();
    leaveInterrupted(repository, rollback, "undo");
    writeFileSync(lockOf(repository), await ownerOf());
    const refused = {
      message: expect.stringMatching(/Another Precept process is working in this repository: process \d+ on ".*"/) as string,
    };
    await expect(createCheckpoint(repository.dir)).rejects.toMatchObject(refused);
    await expect(rollBack(repository.dir, checkpoint)).rejects.toMatchObject(refused);
    await expect(undoRollback(repository.dir, undefined)).rejects.toMatchObject(refused);
    await expect(pruneCheckpoints(repository.dir, { checkpoints: 0, rollbacks: 0 })).rejects.toMatchObject(refused);
    expect((await listCheckpoints(repository.dir)).rollbacks).toHaveLength(1);
    expect(stateOf()).toEqual(after);
  });
});

describe.skipIf(process.platform === "win32")("a private file", () => {
  it("is never readable by others, in .git/precept or while files are written", { tags: "slow" }, async () => {
    const repository = committed();
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("secret.txt", "agent secret\n", 0o600);
    repository.write("new/key.txt", "agent\n", 0o600);
    chmodSync(join(repository.dir, "new"), 0o700);
    const before = readWorkingTree(repository.dir);
    const seen = logModesAfterMoving(["secret.txt", "new", "new/key.txt"]);
    await rollBack(repository.dir, checkpoint);
    expect(privateModes(join(repository.dir, ".git/precept"))).toEqual([]);
    await undoRollback(repository.dir, undefined);
    expect(readWorkingTree(repository.dir)).toEqual(before);
    await rollBack(repository.dir, checkpoint);
    await undoRollback(repository.dir, undefined);
    expect(statSync(join(repository.dir, "new")).mode & 0o777).toBe(0o700);
    expect(privateModes(join(repository.dir, ".git/precept"))).toEqual([]);
    expect(new Set(seen().map((mode) => Number.parseInt(mode, 8) & 0o077))).toEqual(new Set([0]));
    expect(seen()).toHaveLength(8);
  });
});

/** Replaces git with a program that logs the permissions of files each time git has moved them. */
function logModesAfterMoving(paths: readonly string[]): () => readonly string[] {
  const log = join(makeDirectory(), "log");
  writeFileSync(log, "");
  const each = `for path in ${paths.join(" ")}; do [ ! -e "$path" ] || stat -c %a "$path" >> ${log}; done`;
  insteadOfMoving(`"$git" "$@"; code=$?; ${each}; exit $code`);
  return () =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "");
}

/** Replaces git with a program that runs a script instead of moving files. */
function insteadOfMoving(script: string): void {
  const bin = makeDirectory();
  const path = process.env["PATH"] ?? "";
  const real = execSync("command -v git", { encoding: "utf8" }).trim();
  writeFileSync(
    join(bin, "git"),
    `#!/bin/sh\ngit="${real}"\ncase "$*" in *"read-tree -m -u"*) ${script};; esac\nexec "$git" "$@"\n`,
  );
  chmodSync(join(bin, "git"), 0o755);
  process.env["PATH"] = `${bin}:${path}`;
  onTestFinished(() => void (process.env["PATH"] = path));
}

/** Lists the files in a directory that other users can read. */
function privateModes(dir: string): readonly string[] {
  const open: string[] = [];
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
    const { mode } = lstatSync(join(dir, name));
    if ((mode & 0o077) !== 0) open.push(`${(mode & 0o777).toString(8)} ${name}`);
  }
  const own = lstatSync(dir).mode & 0o777;
  return own === 0o700 ? open : [`${own.toString(8)} .`, ...open];
}
