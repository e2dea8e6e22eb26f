import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { join } from "node:path";
import { canCreate, cacheRealPaths, openRoot, readFileInSync, statusIn, type Root } from "@precept/files";
import type { ExistingFile } from "../plan/export-plan.ts";
import type { InputRecord } from "./export-inputs.ts";
import { maxFileBytes } from "../max-file-bytes.ts";

/** Reads files of a project, each once. */
export class PresentFiles {
  readonly #root: Root;
  readonly #cache = new Map<string, ExistingFile | "unusable" | undefined>();
  readonly #record: InputRecord | undefined;

  constructor(root: string, record?: InputRecord) {
    this.#root = cacheRealPaths(openRoot(root));
    this.#record = record;
  }

  /** Reads the file at a path in the project; undefined if there is none. */
  at(path: string): ExistingFile | "unusable" | undefined {
    if (!this.#cache.has(path)) {
      this.#record?.add("file", path);
      this.#cache.set(path, this.#read(path));
    }
    return this.#cache.get(path);
  }

  /** Returns the text of the file at a path; undefined if there is no text file. */
  textAt(path: string): string | undefined {
    const file = this.at(path);
    return typeof file === "object" ? file.text : undefined;
  }

  #read(relative: string): ExistingFile | "unusable" | undefined {
    // The cache of real paths is for absolute paths.
    const path = join(this.#root.dir, relative);
    // A link is never overwritten, because its target may be a file of another tool.
    const status = statusIn(this.#root, path, "entry");
    if (status !== undefined && !status.isFile()) return "unusable";
    const content = readFileInSync(this.#root, path, { maxBytes: maxFileBytes });
    if (content.kind === "missing") return canCreate(this.#root, path) ? undefined : "unusable";
    if (content.kind !== "bytes") return "unusable";
    const { bytes } = content;
    return isUtf8(bytes) && !bytes.includes(0) ? { text: bytes.toString("utf8"), sha256: hash("sha256", bytes) } : "unusable";
  }
}
