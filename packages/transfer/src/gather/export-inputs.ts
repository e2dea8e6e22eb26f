import { homedir } from "node:os";
import { dirname, join } from "node:path";
import {
  cacheRealPaths,
  findGitDirectories,
  kindIn,
  listDirectorySync,
  openRoot,
  pathInside,
  statusAt,
  statusIn,
  type FileContent,
  type Root,
} from "@precept/files";
import { ruleFileNames } from "@precept/mdc-compat";

/** Inputs of an export besides rule files, ledger and configuration, each with its description before use. */
export type ExportInputs = ReadonlyMap<string, string>;

/**
 * `directory`: whether it exists, and the rule files directly in it. `file`: its size, change time and inode.
 * `entry`: the same of a directory, a file or a link itself. `repository`: whether the directory is the top of one. `git`: the files by which git decides what it ignores, outside
 * of the project.
 */
type InputKind = "directory" | "file" | "entry" | "repository" | "git";

/** Records what an export depends on, before it is read, so that a later export can tell whether anything changed. */
export class InputRecord {
  readonly #root: Root;
  readonly #described = new Map<string, string>();
  #isComplete = true;

  /** @param root the project's directory, absolute. */
  constructor(root: string) {
    this.#root = cacheRealPaths(openRoot(root));
  }

  /** Describes a path once. Call it before the path is used, so that later changes are noticed. */
  add(kind: InputKind, path: string): void {
    const key = `${kind} ${path}`;
    if (this.#described.has(key)) return;
    const description = describe(this.#root, kind, path);
    if (description === undefined) this.#isComplete = false;
    else this.#described.set(key, description);
  }

  /** Describes a file as it was when it was read, without following a link at its path. */
  addRead(path: string, content: FileContent): void {
    const key = `file ${path}`;
    if (this.#described.has(key)) return;
    if (content.kind === "bytes" || content.kind === "missing") this.#described.set(key, describeRead(content));
    else this.add("file", path);
  }

  get dir(): string {
    return this.#root.dir;
  }

  /** Describes a file that is read unless git ignores it. @param path absolute. */
  addReferenced(path: string): void {
    const inside = pathInside(this.dir, path);
    if (inside === undefined) this.#isComplete = false;
    else {
      this.add("file", inside);
      this.addIgnoreFiles(inside);
    }
  }

  /** Describes the files by which git decides whether it ignores a file, except one named by `core.excludesFile`. */
  addIgnoreFiles(path: string): void {
    this.add("git", "");
    for (let directory = dirname(path); ; directory = dirname(directory)) {
      const prefix = directory === "." ? "" : `${directory}/`;
      this.add("file", `${prefix}.gitignore`);
      if (directory === "." || directory === "/") break;
      this.add("repository", directory);
    }
  }

  /** Undefined if something cannot be described, such as a file outside of the project. */
  get inputs(): ExportInputs | undefined {
    return this.#isComplete ? this.#described : undefined;
  }
}

/** Describes the same inputs as they are now. @param root the project's directory, absolute. */
export function describeInputs(root: string, keys: Iterable<string>): ExportInputs {
  const record = new InputRecord(root);
  for (const key of keys) {
    const at = key.indexOf(" ");
    record.add(key.slice(0, at) as InputKind, key.slice(at + 1));
  }
  return record.inputs ?? new Map();
}

/** Returns the path of an input that is a file. */
export function inputFile(key: string): string | undefined {
  return key.startsWith("file ") ? key.slice("file ".length) : undefined;
}

function describe(root: Root, kind: InputKind, path: string): string | undefined {
  switch (kind) {
    case "directory":
      return describeDirectory(root, path);
    case "repository":
      return statusAt(join(root.dir, path, ".git")) === undefined ? "none" : "there";
    case "git":
      return describeGit(root.dir);
    case "entry":
      return describeStatus(statusIn(root, join(root.dir, path), "entry"));
    case "file": {
      // The cache of real paths is for absolute paths.
      const status = statusIn(root, join(root.dir, path));
      // A link that leads out of the project.
      return status === undefined && kindIn(root, path, "entry") === "link" ? undefined : describeStatus(status);
    }
  }
}

function describeDirectory(root: Root, path: string): string {
  const kind = kindIn(root, path, "none");
  if (kind !== "directory") return kind ?? "none";
  const names = new Set(listDirectorySync(root, path, "none").map(({ name }) => name));
  const files = [...ruleFileNames].filter((name) => names.has(name.split("/", 1)[0] ?? name));
  return ["directory", ...files.map((name) => `${name} ${describeStatus(statusIn(root, join(path, name), "entry"))}`)].join("\n");
}

function describeGit(project: string): string {
  const { gitDir, commonDir } = findGitDirectories(project) ?? {};
  const paths = [
    ...(gitDir === undefined ? [] : [join(gitDir, "index")]),
    ...(commonDir === undefined ? [] : [join(commonDir, "config"), join(commonDir, "info/exclude")]),
    ...listParents(project).map((directory) => join(directory, ".gitignore")),
    ...[".gitconfig", ".config/git/config", ".config/git/ignore"].map((name) => join(homedir(), name)),
  ];
  return paths.map((path) => `${path} ${describeStatus(statusAt(path))}`).join("\n");
}

function listParents(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [] : [parent, ...listParents(parent)];
}

/** Uses the change time of the inode, which programs cannot set, unlike the modification time. */
export function describeStatus(status: ReturnType<typeof statusAt>): string {
  return status === undefined ? "none" : `${status.size} ${status.ctimeMs} ${status.ino}`;
}

/** Describes a file that was read, or was missing, as {@link describeStatus} does. */
function describeRead(content: Extract<FileContent, { kind: "bytes" | "missing" }>): string {
  if (content.kind === "missing") return describeStatus(undefined);
  const { status, changed, ino } = content;
  return `${status[1]} ${changed} ${ino}`;
}
