import { dirname, sep } from "node:path";
import { hasDescriptorPaths } from "./opened-files.ts";
import { locate } from "./locate.ts";
import { openDirectory, type DirectoryHandle } from "./directory-handle.ts";
import { readFileInSync, readOpenedSync, type FileContent, type ReadOptions } from "./read-file.ts";
import type { Root } from "./root.ts";

/**
 * Reads many files of a root. It keeps the last directory open, so further files of that directory need no new checks
 * and are read as fast as without confinement. Dispose of the reader after use.
 */
export class FileReader implements Disposable {
  readonly #root: Root;
  /** The last directory, as the caller named it. */
  #directory: string | undefined;
  #handle: DirectoryHandle | undefined;

  constructor(root: Root) {
    this.#root = root;
  }

  read(path: string, { maxBytes, links = "inside" }: ReadOptions): FileContent {
    const end = path.lastIndexOf(sep);
    const name = path.slice(end + 1);
    // `.`, `..`, `.git` and links need the full checks.
    if (!hasDescriptorPaths || links !== "inside" || end <= 0 || /^(?:|\.{1,2}|\.git.*|git~.*)$/i.test(name)) {
      return readFileInSync(this.#root, path, { maxBytes, links });
    }
    const handle = this.#openOne(path.slice(0, end), path);
    if (handle === undefined) return readFileInSync(this.#root, path, { maxBytes, links });
    const content = readOpenedSync(`${handle.at}/${name}`, maxBytes);
    return content.kind === "bytes" || content.kind === "tooLarge"
      ? content
      : readFileInSync(this.#root, path, { maxBytes, links });
  }

  /** Opens the directory of a path when its second file is read. For a single file, opening the directory is slower. */
  #openOne(directory: string, path: string): DirectoryHandle | undefined {
    if (directory !== this.#directory) {
      this[Symbol.dispose]();
      this.#directory = directory;
      return undefined;
    }
    try {
      return (this.#handle ??= openDirectory(this.#root, dirname(locate(this.#root, path))));
    } catch {
      // Reading the file reports the error.
      this[Symbol.dispose]();
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    this.#handle?.close();
    this.#handle = undefined;
    this.#directory = undefined;
  }
}
