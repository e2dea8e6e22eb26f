import { dirname, sep } from "node:path";
import { hasDescriptorPaths } from "./opened-files.ts";
import { statusIn } from "./inspect.ts";
import { locate, type LinkPolicy } from "./locate.ts";
import { openDirectory, type DirectoryHandle } from "./directory-handle.ts";
import { readFileInSync, readOpenedSync, type FileContent, type ReadOptions } from "./read-file.ts";
import type { Root } from "./root.ts";

interface FileReaderOptions extends Omit<ReadOptions, "links"> {
  /** Default `inside`. `entry`: as `inside`, but a link at the path itself is `notRegular`. */
  readonly links?: LinkPolicy | "entry";
}

/**
 * Reads many files of a root. It keeps the last directory open, so further files of that directory need no new checks
 * and are read as fast as without confinement. Dispose of the reader after use.
 */
export class FileReader implements Disposable {
  readonly #root: Root;
  /** The last directory, as the caller named it. */
  #directory: string | undefined;
  /** `none` if it cannot be opened: reading each file says why. */
  #handle: DirectoryHandle | "none" | undefined;

  constructor(root: Root) {
    this.#root = root;
  }

  read(path: string, options: FileReaderOptions): FileContent {
    const { maxBytes, links } = options;
    const end = path.lastIndexOf(sep);
    const name = path.slice(end + 1);
    // `.`, `..`, `.git` and links need the full checks.
    if (!hasDescriptorPaths || links === "none" || end <= 0 || /^(?:|\.{1,2}|\.git.*|git~.*)$/i.test(name)) {
      return this.#readChecked(path, options);
    }
    const handle = this.#openOne(path.slice(0, end), path);
    if (handle === undefined) return this.#readChecked(path, options);
    const content = readOpenedSync(`${handle.at}/${name}`, maxBytes);
    const isKnown = content.kind === "bytes" || content.kind === "tooLarge" || (links === "entry" && content.kind === "missing");
    return isKnown ? content : this.#readChecked(path, options);
  }

  #readChecked(path: string, { maxBytes, links = "inside" }: FileReaderOptions): FileContent {
    if (links !== "entry") return readFileInSync(this.#root, path, { maxBytes, links });
    const status = statusIn(this.#root, path, links);
    // Without a status, reading says why.
    return status?.isFile() === false ? { kind: "notRegular" } : readFileInSync(this.#root, path, { maxBytes });
  }

  /** Opens the directory of a path when its second file is read. For a single file, opening the directory is slower. */
  #openOne(directory: string, path: string): DirectoryHandle | undefined {
    if (directory !== this.#directory) {
      this[Symbol.dispose]();
      this.#directory = directory;
      return undefined;
    }
    this.#handle ??= this.#open(path);
    return this.#handle === "none" ? undefined : this.#handle;
  }

  #open(path: string): DirectoryHandle | "none" {
    try {
      return openDirectory(this.#root, dirname(locate(this.#root, path)));
    } catch {
      return "none";
    }
  }

  [Symbol.dispose](): void {
    if (this.#handle !== "none") this.#handle?.close();
    this.#handle = undefined;
    this.#directory = undefined;
  }
}
