import { openRoot, realPathAt, type Root } from "@precept/files";
import { join } from "node:path";
import { readPresentEntry } from "../skill-files/file-entry.ts";
import type { FileEntry } from "../skill-files/skill-folder.ts";
import type { InputRecord } from "./export-inputs.ts";

/** Reads the files beside the skills of a project, each once. */
export class PresentCopies {
  readonly #root: Root;
  readonly #record: InputRecord | undefined;
  readonly #known = new Map<string, FileEntry | "unusable" | undefined>();

  constructor(dir: string, record?: InputRecord) {
    this.#root = openRoot(dir);
    this.#record = record;
  }

  /** @param folder the folder of the skill that the path is in. */
  at(path: string, folder: string): FileEntry | "unusable" | undefined {
    if (!this.#known.has(path)) {
      this.#record?.add("entry", path);
      this.#known.set(path, readPresentEntry(this.#root, path, folder));
    }
    return this.#known.get(path);
  }

  isSameDirectory(left: string, right: string): boolean {
    if (left === right) return true;
    const real = realPathAt(join(this.#root.dir, left));
    return real !== undefined && real === realPathAt(join(this.#root.dir, right));
  }
}
