import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { dirname, join, sep } from "node:path";
import { canCreate, cacheRealPaths, FileReader, isInGitDirectory, openRoot, type Root } from "@precept/files";
import type { ExistingFile } from "../plan/export-plan.ts";
import type { InputRecord } from "./export-inputs.ts";
import { maxFileBytes } from "../max-file-bytes.ts";

/** Reads files of a project, each once. Dispose of it after use: it keeps a directory open. */
export class PresentFiles implements Disposable {
  readonly #root: Root;
  readonly #reader: FileReader;
  /** Whether files can be created in a directory. */
  readonly #creatable = new Map<string, boolean>();
  /** The absolute paths of the directories of files, by their paths in the project. */
  readonly #directories = new Map<string, string>();
  readonly #cache = new Map<string, ExistingFile | "unusable" | undefined>();
  readonly #record: InputRecord | undefined;

  constructor(root: string, record?: InputRecord) {
    this.#root = cacheRealPaths(openRoot(root));
    this.#reader = new FileReader(this.#root);
    this.#record = record;
  }

  /** Reads the file at a path in the project; undefined if there is none. */
  at(path: string): ExistingFile | "unusable" | undefined {
    const known = this.#cache.get(path);
    if (known !== undefined || this.#cache.has(path)) return known;
    const found = this.#read(path);
    this.#cache.set(path, found);
    return found;
  }

  /** Returns the text of the file at a path; undefined if there is no text file. */
  textAt(path: string): string | undefined {
    const file = this.at(path);
    return typeof file === "object" ? file.text : undefined;
  }

  #read(relative: string): ExistingFile | "unusable" | undefined {
    const path = this.#toAbsolute(relative);
    // A link is never overwritten, because its target may be a file of another tool.
    const content = this.#reader.read(path, { maxBytes: maxFileBytes, links: "entry" });
    this.#record?.addRead(relative, content);
    if (content.kind === "missing") return this.#canCreate(relative) ? undefined : "unusable";
    if (content.kind !== "bytes") return "unusable";
    const { bytes } = content;
    return isUtf8(bytes) && !bytes.includes(0) ? { text: bytes.toString("utf8"), sha256: hash("sha256", bytes) } : "unusable";
  }

  /** The cache of real paths is for absolute paths. */
  #toAbsolute(path: string): string {
    const end = path.lastIndexOf("/");
    const inProject = path.slice(0, Math.max(0, end));
    const directory = this.#directories.get(inProject) ?? join(this.#root.dir, inProject);
    this.#directories.set(inProject, directory);
    return directory + sep + path.slice(end + 1);
  }

  #canCreate(path: string): boolean {
    if (isInGitDirectory(path)) return false;
    const directory = dirname(path);
    const known = this.#creatable.get(directory) ?? canCreate(this.#root, path);
    this.#creatable.set(directory, known);
    return known;
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]();
  }
}
