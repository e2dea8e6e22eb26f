import { lstatSync, type Dirent, type Stats } from "node:fs";
import { chmod, lstat, mkdir, readdir, rmdir } from "node:fs/promises";
import { errorCode } from "./failure.ts";
import { isInGitDirectory, refuse } from "./locate.ts";
import type { Root } from "./root.ts";

/** Segments that could lead out of the root. */
const unclean = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * Access to files of a root by paths that need not be UTF-8. A path is relative to the root, with `/` between segments and one character per byte
 * (`latin1`), as git prints it.
 *
 * No function passes a link. Each directory is inspected once, so an instance is for one pass, and does not see a directory that is replaced by
 * a link during the pass.
 *
 * @example
 * const paths = new BytePaths(openRoot("."));
 * const status = await paths.status("caf\xe9/menu.txt");
 */
export class BytePaths {
  readonly #root: Root;
  readonly #prefix: Buffer;
  /** Whether a path is a directory, and so are all on the way to it. */
  readonly #directories = new Map<string, boolean | Promise<boolean>>();

  constructor(root: Root) {
    this.#root = root;
    this.#prefix = Buffer.from(root.real.endsWith("/") ? root.real : `${root.real}/`);
  }

  /** The first part of the path that is not a directory, so that nothing can be at the path; undefined where there is none. */
  async findBlock(path: string): Promise<string | undefined> {
    this.#assertClean(path);
    // Its parent counts only if all on the way to it are directories.
    if (this.#directories.get(path.slice(0, Math.max(0, path.lastIndexOf("/")))) === true) return undefined;
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const directory = path.slice(0, end);
      if (!(await this.#isDirectory(directory))) return directory;
    }
    return undefined;
  }

  /** The status of what is at a path, a link itself included; undefined where nothing is, or a directory on the way is none. */
  async status(path: string): Promise<Stats | undefined> {
    return (await this.findBlock(path)) === undefined ? lstat(this.#onDisk(path)).catch(() => undefined) : undefined;
  }

  /** The entries of a directory, with names of one character per byte. @throws PreceptError `PATH_REFUSED`, or the system's error. */
  async list(path: string): Promise<readonly Dirent[]> {
    await this.#assertDirectory(path);
    // Not in the types of Node.
    const options = { withFileTypes: true, encoding: "latin1" } as unknown as { withFileTypes: true };
    return readdir(this.#onDisk(path), options);
  }

  /** Changes the permissions of a file or a directory. @throws PreceptError `PATH_REFUSED` for a link, or the system's error. */
  async setMode(path: string, mode: number): Promise<void> {
    this.#assertChangeable(path);
    await this.#assertParents(path);
    const onDisk = this.#onDisk(path);
    if (lstatSync(onDisk).isSymbolicLink()) throw this.#refuse(path, "it is a link");
    await chmod(onDisk, mode);
  }

  /** Creates a directory and those on the way to it, where they are missing. @throws PreceptError `PATH_REFUSED`, or the system's error. */
  async makeDirectory(path: string): Promise<void> {
    this.#assertChangeable(path);
    for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
      const directory = end === -1 ? path : path.slice(0, end);
      if (!(await this.#isDirectory(directory))) {
        await mkdir(this.#onDisk(directory)).catch((error: unknown) => {
          throw errorCode(error) === "EEXIST" ? this.#refuse(directory, "it is not a directory") : error;
        });
        this.#directories.set(directory, true);
      }
      if (end === -1) return;
    }
  }

  /** Removes a directory that is empty. @throws PreceptError `PATH_REFUSED`, or the system's error. */
  async removeEmptyDirectory(path: string): Promise<void> {
    this.#assertChangeable(path);
    await this.#assertParents(path);
    await rmdir(this.#onDisk(path));
    this.#directories.delete(path);
  }

  async #isDirectory(path: string): Promise<boolean> {
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    const asked = lstat(this.#onDisk(path)).then(
      (status) => status.isDirectory(),
      () => false,
    );
    this.#directories.set(path, asked);
    const isDirectory = await asked;
    this.#directories.set(path, isDirectory);
    return isDirectory;
  }

  async #assertParents(path: string): Promise<void> {
    const block = await this.findBlock(path);
    if (block !== undefined) throw this.#refuse(path, `"${readable(block)}" is not a directory`);
  }

  async #assertDirectory(path: string): Promise<void> {
    await this.#assertParents(path);
    if (!(await this.#isDirectory(path))) throw this.#refuse(path, "it is not a directory");
  }

  #onDisk(path: string): Buffer {
    return Buffer.concat([this.#prefix, Buffer.from(path, "latin1")]);
  }

  #assertClean(path: string): void {
    if (unclean.test(path)) throw this.#refuse(path, "it lies outside");
  }

  #assertChangeable(path: string): void {
    this.#assertClean(path);
    if (isInGitDirectory(readable(path))) throw this.#refuse(path, "it lies in a .git directory");
  }

  #refuse(path: string, problem: string): Error {
    return refuse(this.#root, `${this.#root.dir}/${readable(path)}`, problem);
  }
}

function readable(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}
