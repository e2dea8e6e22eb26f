import { execSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareText, PreceptError } from "@precept/core";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  makeDirectory,
  openTestRepository,
  readHistory,
  readIndexState,
  readWorkingTree,
  type TestRepository,
} from "@precept/testing";
import { createCheckpoint, type Checkpoint } from "./checkpoint.ts";
import { undoRollback } from "./history.ts";
import { rollBack } from "./roll-back.ts";

/** A repository with one commit. */
function committed(files: Readonly<Record<string, string>> = { "a.txt": "first\n" }): TestRepository {
  const repository = openTestRepository();
  for (const [path, content] of Object.entries(files)) repository.write(path, content);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  return repository;
}

/** Returns the message and the hint of an error. */
async function describeFailure(work: Promise<unknown>): Promise<readonly [message: string, hint: string | undefined]> {
  const error: unknown = await work.catch((one: unknown) => one);
  if (!PreceptError.is(error)) throw new Error("Expected a PreceptError.", { cause: error });
  return [error.message, error.hint];
}

describe("a rollback", () => {
  it("restores files and the index, does not move HEAD, and can be undone once", async () => {
    const repository = committed({ "a.txt": "first\n", "gone.txt": "x\n" });
    repository.write(".gitignore", ".env\nnode_modules/\n");
    repository.write("a.txt", "staged\n");
    repository.git("add", "a.txt");
    repository.write("a.txt", "unstaged\n");
    repository.write("run.sh", "echo\n", 0o755);
    repository.write(".env", "A=1\n", 0o600);
    repository.write("node_modules/x", "installed\n");
    repository.git("stash", "list");
    const [then, thenStaged] = [readWorkingTree(repository.dir), readIndexState(repository)];
    const checkpoint = await createCheckpoint(repository.dir, { now: () => new Date("2026-02-24T10:30:00Z") });
    expect(checkpoint).toMatchObject({
      id: expect.stringMatching(/^20260224T103000000Z-[\da-f]{8}$/),
      createdAt: "2026-02-24T10:30:00.000Z",
      ref: `refs/precept/checkpoint/${checkpoint.id}`,
      head: repository.git("rev-parse", "HEAD").trim(),
    });

    repository.write("a.txt", "broken\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "by the agent");
    repository.remove("gone.txt");
    repository.write(".env", "A=2\n", 0o644);
    repository.write("new/deep.txt", "n\n");
    repository.write("node_modules/x", "updated\n");
    const [before, beforeStaged, history] = [
      readWorkingTree(repository.dir),
      readIndexState(repository),
      readHistory(repository),
    ];
    const rollback = await rollBack(repository.dir, JSON.parse(JSON.stringify(checkpoint)) as Checkpoint);
    expect(rollback).toMatchObject({ headMoved: true, changed: [".env", "a.txt", "gone.txt", "new/deep.txt"] });
    // Ignored directories are neither saved nor changed.
    expect(readWorkingTree(repository.dir)).toEqual({ ...then, "node_modules/x": before["node_modules/x"] });
    expect(readIndexState(repository).bytes).toBe(thenStaged.bytes);
    expect(readHistory(repository)).toBe(history);

    await undoRollback(repository.dir, rollback.id);
    expect([readWorkingTree(repository.dir), readIndexState(repository)]).toEqual([before, beforeStaged]);
    expect(readHistory(repository)).toBe(history);
    await expect(undoRollback(repository.dir, rollback.id)).rejects.toMatchObject({ code: "ROLLBACK_ALREADY_UNDONE" });
    expect([readWorkingTree(repository.dir), readIndexState(repository)]).toEqual([before, beforeStaged]);
  });

  it("restores the same checkpoint more than once, and an earlier one by its id", { tags: "slow" }, async () => {
    const repository = committed();
    const first = await createCheckpoint(repository.dir);
    repository.write("a.txt", "second\n");
    const second = await createCheckpoint(repository.dir);
    const content = (): string => readFileSync(join(repository.dir, "a.txt"), "utf8");
    const seen: string[] = [];
    for (const { id } of [second, first, second, first, first]) {
      repository.write("a.txt", "other\n");
      await rollBack(repository.dir, id);
      seen.push(content());
    }
    expect(seen).toEqual(["second\n", "first\n", "second\n", "first\n", "first\n"]);
  });

  it("is not undone if a file has changed since", async () => {
    const repository = committed();
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "agent\n");
    repository.write("b.txt", "agent\n");
    const { id } = await rollBack(repository.dir, checkpoint);
    repository.write("a.txt", "person\n");
    expect((await describeFailure(undoRollback(repository.dir, id)))[0]).toContain("'a.txt' not uptodate");
    expect(readWorkingTree(repository.dir)).toEqual({ "a.txt": "644 person\n" });
    expect(existsSync(join(repository.dir, ".git/index.lock"))).toBe(false);
  });

  it("removes directories that did not exist, and undo restores one that was empty", async () => {
    const repository = committed({ "a.txt": "first\n", "dir/b.txt": "first\n" });
    const checkpoint = await createCheckpoint(repository.dir);
    repository.remove("dir/b.txt");
    repository.write("new/deep/c.txt", "agent\n");
    const { id } = await rollBack(repository.dir, checkpoint);
    expect(readdirSync(repository.dir).toSorted(compareText)).toEqual([".git", "a.txt", "dir"]);
    await undoRollback(repository.dir, id);
    expect(readdirSync(repository.dir).toSorted(compareText)).toEqual([".git", "a.txt", "dir", "new"]);
    expect(readdirSync(join(repository.dir, "dir"))).toEqual([]);
  });

  it("survives garbage collection, including staged contents", { tags: "slow" }, async () => {
    const repository = committed();
    repository.write("a.txt", "staged once\n");
    repository.git("add", "-A");
    repository.write("a.txt", "not staged\n");
    const [then, thenStaged] = [readWorkingTree(repository.dir), readIndexState(repository)];
    const checkpoint = await createCheckpoint(repository.dir);
    repository.git("reset", "-q", "--hard");
    repository.write("a.txt", "agent staged\n");
    repository.git("add", "-A");
    repository.remove("a.txt");
    const [before, beforeStaged] = [readWorkingTree(repository.dir), readIndexState(repository)];
    const clear = (): void => {
      repository.git("reflog", "expire", "--expire=now", "--all");
      repository.git("gc", "-q", "--prune=now");
    };
    clear();
    const { id } = await rollBack(repository.dir, checkpoint);
    // Undo does not need the checkpoint.
    repository.git("update-ref", "-d", checkpoint.ref);
    clear();
    expect([readWorkingTree(repository.dir), readIndexState(repository)]).toEqual([then, thenStaged]);
    await undoRollback(repository.dir, id);
    expect([readWorkingTree(repository.dir), readIndexState(repository)]).toEqual([before, beforeStaged]);
  });

  it("runs no hooks and no filters of the user", { tags: "slow" }, async () => {
    const repository = committed({ "a.txt": "first\n", ".gitattributes": "* filter=loud\n" });
    const hooks = makeDirectory();
    const trace = join(hooks, "trace");
    const noisy = `#!/bin/sh\necho "$0" >> '${trace}'\ncat > /dev/null\n`;
    for (const name of ["post-checkout", "post-index-change", "reference-transaction", "pre-commit", "query-watchman"]) {
      writeFileSync(join(hooks, name), noisy);
      chmodSync(join(hooks, name), 0o755);
    }
    // In the global configuration, so that it applies to the temporary git directory as well.
    const settings = join(hooks, "config");
    repository.git("config", "--file", settings, "core.hooksPath", hooks);
    repository.git("config", "--file", settings, "core.fsmonitor", join(hooks, "query-watchman"));
    repository.git("config", "--file", settings, "core.autocrlf", "true");
    repository.git("config", "--file", settings, "filter.loud.smudge", "tr a-z A-Z");
    repository.git("config", "--file", settings, "filter.loud.clean", `tee -a '${trace}'`);
    process.env["GIT_CONFIG_GLOBAL"] = settings;
    onTestFinished(() => void Reflect.deleteProperty(process.env, "GIT_CONFIG_GLOBAL"));
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "second\r\n");
    const { id } = await rollBack(repository.dir, checkpoint);
    expect(readFileSync(join(repository.dir, "a.txt"), "utf8")).toBe("first\n");
    await undoRollback(repository.dir, id);
    expect(readFileSync(join(repository.dir, "a.txt"), "utf8")).toBe("second\r\n");
    expect(existsSync(trace)).toBe(false);
  });

  it("does not change submodules and nested repositories", { tags: "slow" }, async () => {
    const library = committed({ "lib.txt": "lib\n" });
    const repository = committed();
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.dir, "sub");
    const nested = openTestRepository((mkdirSync(join(repository.dir, "nested")), join(repository.dir, "nested")));
    nested.write("n.txt", "n\n");
    const checkpoint = await createCheckpoint(repository.dir);
    const thenStaged = readIndexState(repository).entries;
    repository.write("sub/lib.txt", "changed\n");
    repository.write("nested/n.txt", "changed\n");
    repository.write("a.txt", "changed\n");
    repository.git("rm", "-fq", "--cached", "sub");
    const { changed } = await rollBack(repository.dir, checkpoint);
    expect(changed).toEqual(["a.txt"]);
    expect(readIndexState(repository).entries).toBe(thenStaged);
    expect(readFileSync(join(repository.dir, "sub/lib.txt"), "utf8")).toBe("changed\n");
    expect(readFileSync(join(repository.dir, "nested/n.txt"), "utf8")).toBe("changed\n");
  });

  it("does not change Precept's own state and excluded paths", async () => {
    const repository = committed({ "app/a.txt": "first\n" });
    const root = join(repository.dir, "app");
    const logs = [
      "app/.precept/state/trace.json",
      "app/.precept/audit/rule_violations.jsonl",
      "app/.precept/rules.sqlite-wal",
      "app/audit/log.jsonl",
    ];
    for (const path of logs) repository.write(path, "then\n");
    const options = { exclude: ["audit"] };
    const checkpoint = await createCheckpoint(root, options);
    for (const path of [...logs, "app/audit/log.000001.jsonl", "app/a.txt"]) repository.write(path, "now\n");
    const { changed } = await rollBack(root, checkpoint, options);
    expect(changed).toEqual(["app/a.txt"]);
    expect(await rollBack(root, await createCheckpoint(root), options)).toMatchObject({ changed: [] });
  });

  it(
    "removes files that became ignored after the checkpoint, and preserves those that were ignored before",
    { tags: "slow" },
    async () => {
      const repository = committed({ ".gitignore": "vendor/\n", "a.txt": "first\n" });
      repository.write("vendor/kept.txt", "then\n");
      const checkpoint = await createCheckpoint(repository.dir);
      repository.write(".gitignore", "loot/\n*.tmp\n");
      repository.write("loot/deep/x.txt", "hidden\n");
      repository.write("y.tmp", "hidden\n");
      const before = readWorkingTree(repository.dir);
      const { id } = await rollBack(repository.dir, checkpoint);
      expect(Object.keys(readWorkingTree(repository.dir))).toEqual([".gitignore", "a.txt", "vendor/kept.txt"]);
      await undoRollback(repository.dir, id);
      expect(readWorkingTree(repository.dir)).toEqual(before);
    },
  );

  it.each([
    ["that has no commit", (): TestRepository => openTestRepository()],
    [
      "that uses SHA-256",
      (): TestRepository => {
        const dir = makeDirectory();
        spawnSync("git", ["init", "-q", "--object-format=sha256", dir]);
        return openTestRepository(dir);
      },
    ],
    [
      "whose path needs quotes",
      (): TestRepository => {
        const dir = join(makeDirectory(), 'it\'s "here" $HOME');
        mkdirSync(dir);
        return openTestRepository(dir);
      },
    ],
  ])("works in a repository %s", { tags: "slow" }, async (_, make) => {
    const repository = make();
    repository.write("a.txt", "then\n");
    const then = readWorkingTree(repository.dir);
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "now\n");
    repository.write("b.txt", "now\n");
    repository.git("add", "-A");
    const [before, beforeStaged] = [readWorkingTree(repository.dir), readIndexState(repository)];
    const { id } = await rollBack(repository.dir, checkpoint);
    expect(readWorkingTree(repository.dir)).toEqual(then);
    expect(readIndexState(repository).bytes).toBe("none in it");
    await undoRollback(repository.dir, id);
    expect([readWorkingTree(repository.dir), readIndexState(repository)]).toEqual([before, beforeStaged]);
  });

  it("ignores environment variables that name another repository", { tags: "slow" }, async () => {
    const [repository, other] = [committed(), committed({ "other.txt": "other\n" })];
    const misleading = {
      GIT_DIR: join(other.dir, ".git"),
      GIT_WORK_TREE: other.dir,
      GIT_INDEX_FILE: join(other.dir, ".git/index"),
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.bare",
      GIT_CONFIG_VALUE_0: "true",
    };
    Object.assign(process.env, misleading);
    onTestFinished(() => {
      for (const name of Object.keys(misleading)) Reflect.deleteProperty(process.env, name);
    });
    const checkpoint = await createCheckpoint(repository.dir);
    writeFileSync(join(repository.dir, "a.txt"), "second\n");
    const { id } = await rollBack(repository.dir, checkpoint);
    expect(readFileSync(join(repository.dir, "a.txt"), "utf8")).toBe("first\n");
    for (const name of Object.keys(misleading).slice(3)) Reflect.deleteProperty(process.env, name);
    await undoRollback(repository.dir, id);
    expect(readFileSync(join(repository.dir, "a.txt"), "utf8")).toBe("second\n");
    expect(readWorkingTree(other.dir)).toEqual({ "other.txt": "644 other\n" });
  });

  it("works with several checkpoints created concurrently", { tags: "slow" }, async () => {
    const repository = committed();
    const checkpoints = await Promise.all(Array.from({ length: 4 }, () => createCheckpoint(repository.dir)));
    expect(new Set(checkpoints.map(({ ref }) => ref)).size).toBe(4);
    repository.write("a.txt", "second\n");
    for (const { id } of checkpoints) await rollBack(repository.dir, id);
    expect(readWorkingTree(repository.dir)).toEqual({ "a.txt": "644 first\n" });
  });
});

/** Replaces git with a program that runs a script before git moves files. */
function beforeMoving(script: string): void {
  const bin = makeDirectory();
  const path = process.env["PATH"] ?? "";
  const real = execSync("command -v git", { encoding: "utf8" }).trim();
  writeFileSync(
    join(bin, "git"),
    `#!/bin/sh\ncase "$*" in *"read-tree -m -u"*) (umask 022; ${script});; esac\nexec ${real} "$@"\n`,
  );
  chmodSync(join(bin, "git"), 0o755);
  process.env["PATH"] = `${bin}:${path}`;
  onTestFinished(() => void (process.env["PATH"] = path));
}

describe("a change during a rollback", () => {
  it.each([
    ["a file that it would overwrite", "echo person > a.txt", { "a.txt": "644 person\n", "b.txt": "644 agent\n" }],
    ["a file that it would remove", "echo person > b.txt", { "a.txt": "644 agent\n", "b.txt": "644 person\n" }],
    [
      "a new file where it would write one",
      "echo person > c.txt",
      { "a.txt": "644 agent\n", "b.txt": "644 agent\n", "c.txt": "644 person\n" },
    ],
  ])("makes it fail without changes: %s", { tags: "slow" }, async (_, script, files) => {
    const repository = committed({ "a.txt": "first\n", "c.txt": "first\n" });
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "agent\n");
    repository.write("b.txt", "agent\n");
    repository.remove("c.txt");
    const staged = readIndexState(repository).bytes;
    beforeMoving(script);
    const [message, hint] = await describeFailure(rollBack(repository.dir, checkpoint));
    expect(message).toMatch(/^Cannot roll back: git says: .*[abc]\.txt/);
    expect(hint).toMatch(/^No file was changed. The state before is saved in refs\/precept\/rollback\//);
    expect(readWorkingTree(repository.dir)).toEqual(files);
    expect(readIndexState(repository).bytes).toBe(staged);
    expect(existsSync(join(repository.dir, ".git/index.lock"))).toBe(false);
  });
});

/** Starts each operation that git can leave in progress. */
const operationsInProgress: Readonly<Record<string, (repository: TestRepository) => unknown>> = {
  "A merge is in progress.": ({ git }) =>
    spawnSync("git", ["merge", "other"], { cwd: git("rev-parse", "--show-toplevel").trim() }),
  "A rebase is in progress.": ({ git }) =>
    spawnSync("git", ["rebase", "other"], { cwd: git("rev-parse", "--show-toplevel").trim() }),
  "A cherry-pick is in progress.": ({ git }) =>
    spawnSync("git", ["cherry-pick", "other"], { cwd: git("rev-parse", "--show-toplevel").trim() }),
  "The working tree has unresolved merge conflicts.": (repository) => {
    repository.git("checkout", "-q", "other~1");
    repository.write("a.txt", "stashed\n");
    repository.git("stash", "-q");
    repository.git("checkout", "-q", "other");
    spawnSync("git", ["stash", "pop"], { cwd: repository.dir });
  },
};

describe("a checkpoint and a rollback are refused", () => {
  it.each(Object.entries(operationsInProgress))("with: %s", { tags: "slow" }, async (message, begin) => {
    const repository = committed();
    const checkpoint = await createCheckpoint(repository.dir);
    repository.git("checkout", "-qb", "other");
    repository.write("a.txt", "other\n");
    repository.git("commit", "-qam", "other");
    repository.git("checkout", "-q", "-");
    repository.write("a.txt", "mine\n");
    repository.git("commit", "-qam", "mine");
    begin(repository);
    const before = [readWorkingTree(repository.dir), readIndexState(repository)];
    expect((await describeFailure(createCheckpoint(repository.dir)))[0]).toBe(message);
    expect((await describeFailure(rollBack(repository.dir, checkpoint)))[0]).toBe(message);
    expect([readWorkingTree(repository.dir), readIndexState(repository)]).toEqual(before);
  });

  it("while another git process holds the index lock", async () => {
    const repository = committed();
    const checkpoint = await createCheckpoint(repository.dir);
    repository.write("a.txt", "second\n");
    const lock = join(repository.dir, ".git/index.lock");
    writeFileSync(lock, "");
    for (const begin of [() => createCheckpoint(repository.dir), () => rollBack(repository.dir, checkpoint)]) {
      expect(await describeFailure(begin())).toEqual([
        expect.stringContaining("Another git process is working in this repository"),
        "Wait until it ends. If no git process is running, a previous one crashed: delete that file.",
      ]);
    }
    expect(existsSync(lock)).toBe(true);
    expect(readWorkingTree(repository.dir)).toEqual({ "a.txt": "644 second\n" });
  });

  it("without a repository, a directory, a working tree or git", async () => {
    expect(await describeFailure(createCheckpoint(makeDirectory()))).toEqual([
      "The directory is not in a git repository.",
      "Create a repository with `git init`.",
    ]);
    expect((await describeFailure(createCheckpoint(join(makeDirectory(), "nowhere"))))[0]).toMatch(
      /^No such directory: .*nowhere$/,
    );
    const repository = committed();
    expect((await describeFailure(createCheckpoint(join(repository.dir, ".git"))))[0]).toBe(
      "Precept does not use this git repository: it is bare, or this directory is in its `.git`.",
    );
    const path = process.env["PATH"] ?? "";
    process.env["PATH"] = makeDirectory();
    onTestFinished(() => void (process.env["PATH"] = path));
    expect(await describeFailure(createCheckpoint(repository.dir))).toEqual([
      "The program `git` was not found.",
      "Install git, or add its directory to the PATH.",
    ]);
  });

  it("if git times out or the signal aborts", async () => {
    const repository = committed();
    const [message] = await describeFailure(createCheckpoint(repository.dir, { timeLimit: 1 }));
    expect(message).toMatch(/^Cannot create a checkpoint: git took longer than 1 ms for `git [a-z-]+`\.$/);
    await expect(createCheckpoint(repository.dir, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    expect(readHistory(repository)).not.toContain("refs/precept");
  });

  it("for an unknown checkpoint", async () => {
    const repository = committed();
    for (const id of ["20260224T103000000Z-00000000", "../../heads/master", ""]) {
      expect((await describeFailure(rollBack(repository.dir, id)))[0]).toBe(`Unknown checkpoint "${id}".`);
    }
  });
});
