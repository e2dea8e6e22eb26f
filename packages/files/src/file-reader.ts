import { dirname, sep } from "node:path";
import { hasDescriptorPaths } from "./descriptor-paths.ts";
import { locate } from "./locate.ts";
import { pinDirectory, type PinnedDirectory } from "./pinned-directory.ts";
import { readFileInSync, readOpenedSync, type FileContent, type ReadOptions } from "./read-file.ts";
import type { Root } from "./root.ts";

/**
 * Reads many files of a root, one after the other. It keeps the directory of the last one open, so that files of one directory cost what reading
 * them without any check costs. Dispose of it afterwards.
 */
export class FileReader implements Disposable {
  readonly #root: Root;
  /** As the directory was asked for. */
  #directory: string | undefined;
  #pinned: PinnedDirectory | undefined;

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
    const pinned = this.#pin(path.slice(0, end), path);
    if (pinned === undefined) return readFileInSync(this.#root, path, { maxBytes, links });
    const content = readOpenedSync(`${pinned.at}/${name}`, maxBytes);
    return content.kind === "bytes" || content.kind === "tooLarge"
      ? content
      : readFileInSync(this.#root, path, { maxBytes, links });
  }

  /** The directory of a path, from its second file on: for a single file, opening it costs more than it saves. */
  #pin(directory: string, path: string): PinnedDirectory | undefined {
    if (directory !== this.#directory) {
      this[Symbol.dispose]();
      this.#directory = directory;
      return undefined;
    }
    try {
      return (this.#pinned ??= pinDirectory(this.#root, dirname(locate(this.#root, path))));
    } catch {
      // Reading the file says what is wrong.
      this[Symbol.dispose]();
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    this.#pinned?.close();
    this.#pinned = undefined;
    this.#directory = undefined;
  }
}
