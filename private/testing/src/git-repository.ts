import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A git repository for one test. Paths and contents are latin1 strings, one character per byte. */
export interface TestRepository {
  readonly dir: string;
  readonly git: (...args: readonly string[]) => string;
  /** Runs git with this standard input. */
  readonly feed: (input: string, ...args: readonly string[]) => string;
  readonly write: (path: string, content: string, mode?: number) => void;
  readonly link: (path: string, target: string) => void;
  readonly chmod: (path: string, mode: number) => void;
  /** Removes a file or directory, if it exists. */
  readonly remove: (path: string) => void;
}

/** Runs git without the configuration of this machine. */
const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  LC_ALL: "C",
};

/** Creates a temporary directory that is removed when the test has finished. */
export function makeDirectory(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-git-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Initialises a repository in a directory. Does nothing if there is one. */
export function openTestRepository(dir: string = makeDirectory()): TestRepository {
  const at = (path: string): Buffer => Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(path, "latin1")]);
  const feed = (input: string, ...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: dir, env: environment, input: Buffer.from(input, "latin1"), stdio: "pipe" }).toString(
      "latin1",
    );
  const repository: TestRepository = {
    dir,
    feed,
    git: (...args) => feed("", ...args),
    write(path, content, mode) {
      clear(dir, path);
      writeFileSync(at(path), Buffer.from(content, "latin1"));
      if (mode !== undefined) chmodSync(at(path), mode);
    },
    link(path, target) {
      clear(dir, path);
      symlinkSync(target, at(path));
    },
    chmod: (path, mode) => chmodSync(at(path), mode),
    remove: (path) => rmSync(at(path), { recursive: true, force: true }),
  };
  repository.git("init", "-q");
  for (const [name, value] of Object.entries({ "user.name": "User", "user.email": "user@example.com" })) {
    repository.git("config", name, value);
  }
  return repository;
}

/** Removes the object at a path, and parents that are not directories. Creates missing parents. */
function clear(dir: string, path: string): void {
  const at = (part: string): Buffer => Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(part, "latin1")]);
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const status = lstatSync(at(path.slice(0, end)), { throwIfNoEntry: false });
    if (status !== undefined && !status.isDirectory()) rmSync(at(path.slice(0, end)));
  }
  rmSync(at(path), { recursive: true, force: true });
  if (path.includes("/")) mkdirSync(at(dirname(path)), { recursive: true });
}

/** Returns kind, mode and content of each file of a working tree, by path. */
export function readWorkingTree(dir: string): Readonly<Record<string, string>> {
  const files: [string, string][] = [];
  const read = (within: string): void => {
    const path = Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(within, "latin1")]);
    for (const name of readdirSync(path, { encoding: "latin1" })) {
      if (within === "" && name === ".git") continue;
      const inside = within + name;
      const file = Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(inside, "latin1")]);
      const status = lstatSync(file);
      if (status.isDirectory()) read(`${inside}/`);
      else if (status.isSymbolicLink()) files.push([inside, `link ${readlinkSync(file)}`]);
      else files.push([inside, `${(status.mode & 0o7777).toString(8)} ${readFileSync(file, "latin1")}`]);
    }
  };
  read("");
  return Object.fromEntries(files);
}

/** Returns the bytes of the index, and its entries and status as git reports them. */
export function readIndexState({ dir, git }: TestRepository): {
  readonly bytes: string;
  readonly status: string;
  readonly entries: string;
} {
  const path = git("rev-parse", "--path-format=absolute", "--git-path", "index").trimEnd();
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return {
    bytes: isThere ? readFileSync(path, "latin1") : `none in ${dir === "" ? "" : "it"}`,
    status: git("status", "--porcelain=v2", "-z", "--ignored=matching", "--untracked-files=all"),
    entries: git("ls-files", "--stage", "-v", "-t", "-z"),
  };
}

/** Returns refs, stash and reflog, which a rollback must not change. */
export function readHistory({ git }: TestRepository): string {
  const refs = git("for-each-ref").split("\n");
  return [...refs.filter((ref) => !ref.includes("refs/precept/")), git("stash", "list"), git("reflog", "--all")].join("\n");
}
