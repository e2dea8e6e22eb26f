import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bySize,
  makeDirectory,
  openTestRepository,
  readHistory,
  readIndexState,
  readWorkingTree,
  type TestRepository,
} from "@precept/testing";
import { createCheckpoint } from "./checkpoint.ts";
import { undoRollback } from "./history.ts";
import { rollBack } from "./roll-back.ts";

// Names with a special meaning in shells, git or other systems. Some are a directory in one change, a file in another.
const names = [
  "a.txt",
  "b c",
  "dir",
  "dir/a.txt",
  "dir/new\nline",
  "dir/sub/x",
  "-dash",
  ":(top)x",
  "*",
  "q'\"\\",
  "tab\there",
  "\xff\xfe",
  "caf\xc3\xa9",
];
const ignored = [".env", "x.log", "dir/y.log"];
const leftAlone = ["build/out", "build/deep/out"];

type Change =
  | { readonly kind: "write"; readonly path: string; readonly content: string; readonly mode: number }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "chmod"; readonly path: string; readonly mode: number }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "add"; readonly path: string }
  | { readonly kind: "git"; readonly args: readonly string[] };

const path = fc.constantFrom(...names, ...ignored, ...leftAlone);
const content = fc.constantFrom("", "one\n", "two\n", "a\r\nb\n", "a\r\nb\r\n", "$Id$\n", "\0\xff\xfe", "three\nlines\nhere\n");
const mode = fc.constantFrom(0o644, 0o755, 0o600, 0o640, 0o444, 0o666);

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), path, content, mode }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("link" as const), path, target: fc.constantFrom("a.txt", "dir", "nowhere") }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("chmod" as const), path, mode }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), path: fc.oneof(path, fc.constant("build")) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("add" as const), path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), path, to: path }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("git" as const),
      args: fc.constantFrom(
        ["add", "-A"],
        ["commit", "-qam", "work"],
        ["add", "-N", "."],
        ["reset", "-q"],
        ["rm", "-rq", "--cached", "."],
        ["update-index", "--skip-worktree", "a.txt"],
        ["update-index", "--assume-unchanged", "dir/a.txt"],
      ),
    }),
  },
);

/** Ignore rules that ignore or unignore other files. */
const otherRules = fc.constantFrom(undefined, "", "*\n", "dir/\n*.txt\n", "*.log\nbuild/\n");

function apply(repository: TestRepository, changes: readonly Change[]): void {
  for (const one of changes) {
    try {
      if (one.kind === "write") repository.write(one.path, one.content, one.mode);
      else if (one.kind === "link") repository.link(one.path, one.target);
      else if (one.kind === "chmod") repository.chmod(one.path, one.mode);
      else if (one.kind === "remove") repository.remove(one.path);
      else if (one.kind === "rename") repository.git("mv", "-f", "--", one.path, one.to);
      else if (one.kind === "git") repository.git(...one.args);
      else repository.feed(one.path, "--literal-pathspecs", "add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul");
    } catch {
      // Changes that are impossible in this tree are skipped. Git itself crashes on an empty split index.
      if (statSync(join(repository.dir, ".git")).isDirectory()) rmSync(join(repository.dir, ".git/index.lock"), { force: true });
    }
  }
}

function withoutLeftAlone(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith("build/")));
}

interface Setting {
  readonly autocrlf: "true" | "input" | "false";
  readonly attributes: string;
  readonly hasCommit: boolean;
  readonly isSplit: boolean;
  readonly isLinked: boolean;
}

const setting: fc.Arbitrary<Setting> = fc.record({
  autocrlf: fc.constantFrom("true", "input", "false"),
  attributes: fc.constantFrom("", "* text=auto\n", "*.txt text eol=crlf\n* ident\n", "* text working-tree-encoding=UTF-16\n"),
  hasCommit: fc.boolean(),
  isSplit: fc.boolean(),
  isLinked: fc.boolean(),
});

function prepare({ autocrlf, attributes, hasCommit, isSplit, isLinked }: Setting): TestRepository {
  const main = openTestRepository();
  main.git("config", "core.autocrlf", autocrlf);
  main.git("config", "core.safecrlf", "false");
  if (isSplit) main.git("config", "core.splitIndex", "true");
  let repository = main;
  if (hasCommit) {
    for (const name of names.filter((one) => one !== "dir")) main.write(name, `first of ${name}\n`);
    main.git("add", "-A");
    main.git("commit", "-qm", "first");
    if (isLinked) {
      const dir = join(makeDirectory(), "linked");
      main.git("worktree", "add", "-q", "--detach", dir);
      repository = openTestRepository(dir);
    }
  }
  repository.write(".gitignore", "*.log\n.env\nbuild/\n");
  if (attributes !== "") repository.write(".gitattributes", attributes);
  return repository;
}

describe.skipIf(process.platform === "win32")("a rollback after any sequence of changes", () => {
  it("restores files and the index byte for byte, and undo restores the state before it", { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        setting,
        fc.array(change, { maxLength: 8 }),
        fc.array(change, { minLength: 1, maxLength: 10 }),
        otherRules,
        async (settings, earlier, since, rules) => {
          const repository = prepare(settings);
          apply(repository, earlier);
          const [then, thenStaged] = [readWorkingTree(repository.dir), readIndexState(repository)];
          const sub = join(repository.dir, "sub directory");
          mkdirSync(sub);
          const checkpoint = await createCheckpoint(sub);
          expect([readWorkingTree(repository.dir), readIndexState(repository)]).toEqual([then, thenStaged]);

          apply(repository, since);
          if (rules !== undefined) repository.write(".gitignore", rules);
          const [before, beforeStaged, history] = [
            readWorkingTree(repository.dir),
            readIndexState(repository),
            readHistory(repository),
          ];
          const rollback = await rollBack(repository.dir, checkpoint);
          const after = readWorkingTree(repository.dir);
          expect(withoutLeftAlone(after)).toEqual(withoutLeftAlone(then));
          const now = readIndexState(repository);
          expect(now.entries).toBe(thenStaged.entries);
          // A split index is restored as a single file.
          const { isSplit } = settings;
          expect(isSplit || now.bytes === thenStaged.bytes).toBe(true);

          await undoRollback(repository.dir, rollback.id);
          expect(readWorkingTree(repository.dir)).toEqual(before);
          const { bytes, ...undone } = readIndexState(repository);
          expect({ ...undone, bytes: isSplit ? beforeStaged.bytes : bytes }).toEqual(beforeStaged);
          expect(readHistory(repository)).toBe(history);
        },
      ),
      { numRuns: bySize({ sample: 2, full: 100 }) },
    );
  });
});

describe.skipIf(process.platform === "win32")("a rollback with a signal", () => {
  it("is aborted before it changes files, or not at all", { tags: "slow", timeout: 300_000 }, async () => {
    const repository = openTestRepository();
    repository.write("a.txt", "first\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "first");
    repository.write("a.txt", "staged\n");
    repository.git("add", "-A");
    const [then, thenStaged] = [readWorkingTree(repository.dir), readIndexState(repository)];
    const checkpoint = await createCheckpoint(repository.dir);
    const abortedAt = async (turn: number): Promise<number> => {
      repository.write("a.txt", "agent\n");
      repository.git("add", "-A");
      const before = [readWorkingTree(repository.dir), readIndexState(repository).bytes];
      const { signal, checks } = abortAtCheck(turn);
      const isDone = await rollBack(repository.dir, checkpoint, { signal }).then(
        () => true,
        () => false,
      );
      const now = [readWorkingTree(repository.dir), readIndexState(repository).bytes];
      expect(now).toEqual(isDone ? [then, thenStaged.bytes] : before);
      return checks();
    };
    const all = await abortedAt(Infinity);
    expect(all).toBeGreaterThan(10);
    // Files change at the end.
    for (let turn = bySize({ sample: all - 6, full: 0 }); turn < all; turn += 1) await abortedAt(turn);
  });
});

/** Creates a signal that aborts the nth time that it is checked, and counts the checks. */
function abortAtCheck(last: number): { readonly signal: AbortSignal; readonly checks: () => number } {
  const controller = new AbortController();
  let checks = 0;
  const signal = new Proxy(controller.signal, {
    get(target, key) {
      if (key === "throwIfAborted" && checks++ === last) controller.abort("enough");
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { signal, checks: () => checks };
}
