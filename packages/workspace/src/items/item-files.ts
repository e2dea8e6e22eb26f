import { compareText, formatNumber } from "@precept/core";
import { basename, dirname, join } from "node:path";
import {
  isInternalFile,
  kindIn,
  linkTargetAt,
  listDirectorySync,
  openRoot,
  pathInside,
  realPathAt,
  toPosix,
  type Root,
} from "@precept/files";
import { splitItemPath, type ItemFormat } from "@precept/mdc-compat/items";
import type { ExistingFile, InputRecord, ItemProblem, PresentFiles } from "@precept/transfer";

/** The size limit of a file with items, in characters. Settings of other programs are in some of them. */
const maxItemFileLength = 1_048_576;

/** The number of files of one kind that are read. */
const maxItemFiles = 2000;

/** How many directories deep the files of a kind can be. */
const maxDepth = 8;

/** A text file that can have items. */
export interface FoundItemFile {
  readonly path: string;
  readonly file: ExistingFile;
}

/** Finds the files of items in a project. Links are not followed. */
export class ItemFiles {
  readonly #root: Root;
  readonly #present: PresentFiles;
  readonly #record: InputRecord | undefined;
  readonly problems: ItemProblem[] = [];

  constructor(root: string, present: PresentFiles, record?: InputRecord) {
    this.#root = openRoot(root);
    this.#present = present;
    this.#record = record;
  }

  /** Returns the existing files of a format, sorted by path. Those that cannot be read become problems. */
  find(format: ItemFormat): readonly FoundItemFile[] {
    const split = splitItemPath(format);
    const paths =
      split === undefined ? [format.path] : this.#list(split.dir, split.ending, format.nested === true ? maxDepth : 1);
    if (paths.length > maxItemFiles) {
      const message = `The directory has ${formatNumber(paths.length)} files, of which ${formatNumber(maxItemFiles)} are read.`;
      this.#report(split?.dir ?? format.path, message, "Move the others away.");
    }
    return paths.slice(0, maxItemFiles).flatMap((path) => {
      const file = this.#present.at(path);
      if (file === undefined) return [];
      if (file === "unusable") {
        this.#report(
          path,
          "It is not a regular text file in the project, or is too large.",
          "Replace it with a regular file of UTF-8 text.",
        );
        return [];
      }
      if (file.text.length <= maxItemFileLength) return { path, file };
      const message = `It has ${formatNumber(file.text.length)} characters, more than ${formatNumber(maxItemFileLength)}.`;
      this.#report(path, message, "Shorten it, or split it.");
      return [];
    });
  }

  #report(path: string, message: string, hint: string): void {
    if (!this.problems.some((problem) => problem.path === path)) this.problems.push({ path, line: 1, column: 1, message, hint });
  }

  #list(dir: string, ending: string, depth: number): readonly string[] {
    this.#record?.add("entry", dir);
    if (depth === 0 || kindIn(this.#root, dir, "entry") !== "directory") return [];
    return listDirectorySync(this.#root, dir)
      .filter(({ name }) => !isInternalFile(name))
      .toSorted((left, right) => compareText(left.name, right.name))
      .flatMap((entry) => {
        const path = `${dir}/${entry.name}`;
        if (entry.isDirectory()) return this.#list(path, ending, depth - 1);
        return entry.name.endsWith(ending) && entry.name.length > ending.length ? [path] : [];
      });
  }
}

/** Returns the path in the project that a link leads to. Undefined if no part of the path is a link, or it leads elsewhere. */
export function followProjectLink(root: string, path: string): string | undefined {
  const full = join(root, path);
  const real = linkTargetAt(full) ?? join(realPathAt(dirname(full)) ?? dirname(full), basename(full));
  const inside = pathInside(openRoot(root).real, real);
  return inside === undefined || toPosix(inside) === path ? undefined : toPosix(inside);
}
