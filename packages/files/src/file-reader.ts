import { closeSync, constants, existsSync, openSync } from "node:fs";
import { dirname, sep } from "node:path";
import { assertOpenedInside } from "./assert-opened-inside.ts";
import { locate } from "./locate.ts";
import { readFileInSync, readOpenedSync, type FileContent, type ReadOptions } from "./read-file.ts";
import type { Root } from "./root.ts";

/** Whether entries of an open directory can be reached through its descriptor. */
const hasDescriptorPaths = process.platform === "linux" && existsSync("/proc/self/fd");

/**
 * Reads many files of a root, one after the other. It keeps the directory of the last one open, so that files of one directory cost what reading
 * them without any check costs. Dispose of it afterwards.
 */
export class FileReader implements Disposable {
  readonly #root: Root;
  /** As the directory was asked for. */
  #directory: string | undefined;
  #descriptor: number | undefined;

  constructor(root: Root) {
    this.#root = root;
  }

  /** @see readFileInSync */
  read(path: string, { maxBytes, links = "inside" }: ReadOptions): FileContent {
    const end = path.lastIndexOf(sep);
    const name = path.slice(end + 1);
    // `.`, `..` and `.git` take the long way, and so do links.
    if (!hasDescriptorPaths || links !== "inside" || end <= 0 || /^(?:|\.{1,2}|\.git.*|git~.*)$/i.test(name)) {
      return readFileInSync(this.#root, path, { maxBytes, links });
    }
    if (!this.#isOpen(path.slice(0, end), path)) return readFileInSync(this.#root, path, { maxBytes, links });
    const content = readOpenedSync(`/proc/self/fd/${this.#descriptor}/${name}`, maxBytes);
    return content.kind === "bytes" || content.kind === "tooLarge"
      ? content
      : readFileInSync(this.#root, path, { maxBytes, links });
  }

  /** Whether a directory is open. Opening one only pays from its second file on. */
  #isOpen(directory: string, path: string): boolean {
    if (directory !== this.#directory) {
      this[Symbol.dispose]();
      this.#directory = directory;
      return false;
    }
    if (this.#descriptor !== undefined) return true;
    try {
      const located = dirname(locate(this.#root, path));
      this.#descriptor = openSync(located, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
      assertOpenedInside(this.#root, this.#descriptor, located);
      return true;
    } catch {
      // Reading the file says what is wrong.
      this[Symbol.dispose]();
      return false;
    }
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#directory = undefined;
  }
}
