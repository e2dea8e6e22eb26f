import { lstatSync, type Dirent, type Stats } from "node:fs";
import { chmod, lstat, mkdir, readdir, rmdir } from "node:fs/promises";
import { errorCode } from "./failure.ts";
import { createRefusal, isInGitDirectory } from "./locate.ts";
import type { Root } from "./root.ts";

/** Empty segments, `.` and `..`. */
const invalidSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Accesses files in a root by paths that need not be valid UTF-8: relative to the root, with `/` between segments and
 * one character per byte (`latin1`), as git prints them. No method follows symbolic links.
 * Use an instance for one operation only: it does not notice if a directory is replaced with a link later.
 */
export class BytePaths {
  readonly #root: Root;
  readonly #prefix: Buffer;
  /** Whether a path is a directory. True only if all its parents are directories too. */
  readonly #directories = new Map<string, boolean | Promise<boolean>>();

  constructor(root: Root) {
    this.#root = root;
    this.#prefix = Buffer.from(root.real.endsWith("/") ? root.real : `${root.real}/`);
  }

  /** Returns the first parent of a path that is not a directory, or undefined if all parents are directories. */
  async findNonDirectory(path: string): Promise<string | undefined> {
    this.#assertInside(path);
    // True means that all parents of the parent are directories too.
    if (this.#directories.get(path.slice(0, Math.max(0, path.lastIndexOf("/")))) === true) return undefined;
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const directory = path.slice(0, end);
      if (!(await this.#isDirectory(directory))) return directory;
    }
    return undefined;
  }

  /** Returns the status of a path without following links, or undefined if it does not exist. */
  async status(path: string): Promise<Stats | undefined> {
    return (await this.findNonDirectory(path)) === undefined ? lstat(this.#onDisk(path)).catch(() => undefined) : undefined;
  }

  /** Lists a directory. @throws PreceptError `PATH_REFUSED`, or the system's error. */
  async list(path: string): Promise<readonly Dirent[]> {
    await this.#assertDirectory(path);
    // The types of Node do not allow this encoding with file types.
    const options = { withFileTypes: true, encoding: "latin1" } as unknown as { withFileTypes: true };
    return readdir(this.#onDisk(path), options);
  }

  /** Changes the permissions of a path. @throws PreceptError `PATH_REFUSED` for a link, or the system's error. */
  async setMode(path: string, mode: number): Promise<void> {
    this.#assertChangeable(path);
    await this.#assertParents(path);
    const onDisk = this.#onDisk(path);
    if (lstatSync(onDisk).isSymbolicLink()) throw this.#createRefusal(path, "it is a link");
    await chmod(onDisk, mode);
  }

  /** Creates a directory and its missing parents. @throws PreceptError `PATH_REFUSED`, or the system's error. */
  async makeDirectory(path: string): Promise<void> {
    this.#assertChangeable(path);
    for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
      const directory = end === -1 ? path : path.slice(0, end);
      if (!(await this.#isDirectory(directory))) {
        await mkdir(this.#onDisk(directory)).catch((error: unknown) => {
          throw errorCode(error) === "EEXIST" ? this.#createRefusal(directory, "it is not a directory") : error;
        });
        this.#directories.set(directory, true);
      }
      if (end === -1) return;
    }
  }

  /** Removes an empty directory. @throws PreceptError `PATH_REFUSED`, or the system's error. */
  async removeEmptyDirectory(path: string): Promise<void> {
    this.#assertChangeable(path);
    await this.#assertParents(path);
    await rmdir(this.#onDisk(path));
    this.#directories.delete(path);
  }

  async #isDirectory(path: string): Promise<boolean> {
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    const pending = lstat(this.#onDisk(path)).then(
      (status) => status.isDirectory(),
      () => false,
    );
    this.#directories.set(path, pending);
    const isDirectory = await pending;
    this.#directories.set(path, isDirectory);
    return isDirectory;
  }

  async #assertParents(path: string): Promise<void> {
    const parent = await this.findNonDirectory(path);
    if (parent !== undefined) throw this.#createRefusal(path, `"${decode(parent)}" is not a directory`);
  }

  async #assertDirectory(path: string): Promise<void> {
    await this.#assertParents(path);
    if (!(await this.#isDirectory(path))) throw this.#createRefusal(path, "it is not a directory");
  }

  #onDisk(path: string): Buffer {
    return Buffer.concat([this.#prefix, Buffer.from(path, "latin1")]);
  }

  #assertInside(path: string): void {
    if (invalidSegment.test(path)) throw this.#createRefusal(path, "it is outside the root");
  }

  #assertChangeable(path: string): void {
    this.#assertInside(path);
    if (isInGitDirectory(decode(path))) throw this.#createRefusal(path, "it is in a .git directory");
  }

  #createRefusal(path: string, problem: string): Error {
    return createRefusal(this.#root, `${this.#root.dir}/${decode(path)}`, problem);
  }
}

function decode(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}
