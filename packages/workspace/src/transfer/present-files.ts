import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PresentFile } from "@precept/mdc-compat";
import { pathInside } from "@precept/store-fs";

/** Looks at what lies at paths of a project, each once. */
export class PresentFiles {
  readonly #root: string;
  readonly #realRoot: string;
  readonly #seen = new Map<string, PresentFile | "unusable" | undefined>();
  /** Whether a directory may be written into: it, or what is there of its path, lies in the project. */
  readonly #directories = new Map<string, boolean>();

  /** @param root the project's directory, absolute. */
  constructor(root: string) {
    this.#root = root;
    this.#realRoot = realpathSync(root);
  }

  /**
   * What lies at a path; undefined where nothing does.
   *
   * @param path relative to the project.
   */
  at(path: string): PresentFile | "unusable" | undefined {
    if (!this.#seen.has(path)) this.#seen.set(path, this.#look(path));
    return this.#seen.get(path);
  }

  /** The same for several paths, as far as something lies there. */
  atAll(paths: Iterable<string>): ReadonlyMap<string, PresentFile | "unusable"> {
    const found = new Map<string, PresentFile | "unusable">();
    for (const path of paths) {
      const file = this.at(path);
      if (file !== undefined) found.set(path, file);
    }
    return found;
  }

  #look(path: string): PresentFile | "unusable" | undefined {
    const absolute = join(this.#root, path);
    if (pathInside(this.#root, absolute) === undefined || !this.#isInside(dirname(absolute))) return "unusable";
    try {
      const found = lstatSync(absolute, { throwIfNoEntry: false });
      if (found === undefined) return undefined;
      if (!found.isFile()) return "unusable";
      const bytes = readFileSync(absolute);
      return isUtf8(bytes) && !bytes.includes(0) ? { text: bytes.toString("utf8"), sha256: hash("sha256", bytes) } : "unusable";
    } catch {
      return "unusable";
    }
  }

  #isInside(directory: string): boolean {
    const known = this.#directories.get(directory);
    if (known !== undefined) return known;
    const isInside = this.#findOut(directory);
    this.#directories.set(directory, isInside);
    return isInside;
  }

  #findOut(directory: string): boolean {
    if (directory === this.#root) return true;
    try {
      const found = lstatSync(directory, { throwIfNoEntry: false });
      if (found === undefined) return this.#isInside(dirname(directory));
      const real = realpathSync(directory);
      return lstatSync(real).isDirectory() && pathInside(this.#realRoot, real) !== undefined;
    } catch {
      return false;
    }
  }
}
