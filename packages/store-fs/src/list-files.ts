import { join } from "node:path";
import { compareText, PreceptError, type Diagnostic } from "@precept/core";
import {
  directoryIn,
  errorCode,
  followLink,
  cacheRealPaths,
  isMissing,
  kindIn,
  listDirectory,
  messageOf,
  pathInside,
  shownPath,
  type DirectoryEntry,
  type Root,
} from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import { maxDepth, maxEntries, type FsRoot } from "./options.ts";
import type { RootPlace } from "./root-place.ts";
import type { ListingWatch } from "./watch.ts";

/** A rule file that was found. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** In its root, with `/`. */
  readonly inRoot: string;
  /** Where it really lies, if it is a link. */
  readonly real?: string;
}

export interface FileListing {
  /** By path, by code point. */
  readonly files: readonly FoundFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the rule files of a root and of all directories in it. Links are followed as long as they stay inside the root or lead into a trusted
 * directory, those of single files as long as they stay inside the project; whatever can't be read is reported and left out.
 *
 * @param watch told of each directory and link, before it is read.
 */
export async function listFiles(place: ListedPlace, projectDir: string, watch?: ListingWatch): Promise<FileListing> {
  const listing = new Listing(place, projectDir, watch);
  await (place.root.files === undefined ? listing.read() : listing.readSingly(place.root.files));
  listing.reportLimits();
  // Directories are read side by side: neither list is in the same order twice.
  return {
    files: listing.files.toSorted((left, right) => compareText(left.inRoot, right.inRoot)),
    diagnostics: listing.diagnostics.toSorted((left, right) => compareText(left.file ?? "", right.file ?? "")),
  };
}

/** As much of a place as its listing takes. */
type ListedPlace = Pick<RootPlace, "dir" | "root" | "skips" | "within">;

class Listing {
  readonly files: FoundFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #place: ListedPlace;
  readonly #dir: string;
  readonly #projectDir: string;
  /** What files of the root may not leave. */
  readonly #within: Root;
  /** What links of the root may not lead out of, and its real path. */
  #confines: string;
  #realRoot = "";
  readonly #watch: ListingWatch | undefined;
  #entries = 0;
  /** Directories that were not read because a limit was reached. */
  readonly #unread: string[] = [];

  constructor(place: ListedPlace, projectDir: string, watch: ListingWatch | undefined) {
    this.#watch = watch;
    this.#place = place;
    this.#dir = place.dir;
    this.#confines = place.dir;
    this.#within = cacheRealPaths(place.within);
    this.#projectDir = projectDir;
  }

  /** Files by their names, of which each may be missing. */
  async readSingly(names: readonly string[]): Promise<void> {
    // One file may be a link to another of the project (CLAUDE.md to AGENTS.md), possibly in another directory.
    this.#confines = this.#within.dir;
    this.#realRoot = this.#within.real;
    this.#watch?.directory(this.#dir, names);
    for (const name of names) {
      if (this.#place.root.firstOnly === true && this.files.length > 0) return;
      const path = join(this.#dir, name);
      const kind = kindIn(this.#within, path, "entry");
      if (kind === "file") this.#found(path, name);
      else if (kind === "link") this.#follow(path, name, []);
    }
  }

  async read(): Promise<void> {
    const shown = this.#shown(this.#dir);
    try {
      if (kindIn(this.#within, this.#dir, "entry") === "link") this.#watch?.link(this.#dir);
      this.#realRoot = directoryIn(this.#within, this.#dir);
      const kind = kindIn(this.#within, this.#dir);
      if (kind !== undefined && kind !== "directory") {
        this.diagnostics.push(
          report("root/not-a-directory", { file: shown }, `The rule directory "${shown}" is not a directory.`),
        );
        return;
      }
      if (kind === undefined) {
        this.#missing(shown);
        return;
      }
    } catch (error) {
      if (PreceptError.is(error, "PATH_REFUSED")) {
        this.diagnostics.push(report("root/link-escapes", { file: shown }, error.message));
      } else if (isMissing(error)) this.#missing(shown);
      else this.#unreadable(this.#dir, error);
      return;
    }
    await this.#readDirectory(this.#dir, "", [this.#realRoot]);
  }

  /** Reports that directories were left out because there are too many entries, or because they lie too deep. One diagnostic stands for all. */
  reportLimits(): void {
    const [first] = this.#unread.toSorted(compareText);
    if (first !== undefined) this.diagnostics.push(report("root/too-many", { file: this.#shown(first) }));
  }

  /** @param trail the real paths of the directory and of all that were entered on the way to it, outermost first. */
  async #readDirectory(path: string, inRoot: string, trail: readonly string[]): Promise<void> {
    if (trail.length > maxDepth + 1 || this.#entries > maxEntries) {
      this.#unread.push(path);
      return;
    }
    this.#watch?.directory(path);
    let entries: readonly DirectoryEntry[];
    try {
      entries = await listDirectory(this.#within, path);
    } catch (error) {
      this.#unreadable(path, error);
      return;
    }
    this.#entries += entries.length;
    if (this.#entries > maxEntries) {
      this.#unread.push(path);
      return;
    }
    const directories: [name: string, real: string][] = [];
    for (const entry of entries) {
      const real = this.#look(entry, join(path, entry.name), inRoot + entry.name, trail);
      if (real !== undefined) directories.push([entry.name, real]);
    }
    await Promise.all(
      directories.map(([name, real]) => this.#readDirectory(join(path, name), `${inRoot}${name}/`, [...trail, real])),
    );
  }

  /** Looks at one entry; files are taken note of on the way. Returns the real path of a directory that is to be entered. */
  #look(entry: DirectoryEntry, path: string, inRoot: string, trail: readonly string[]): string | undefined {
    if (entry.isFile()) {
      this.#found(path, inRoot);
      return undefined;
    }
    if (entry.isDirectory()) {
      if (isRuleFile(this.#place.root, inRoot)) this.diagnostics.push(report("file/is-directory", { file: this.#shown(path) }));
      return join(trail.at(-1) ?? "", entry.name);
    }
    if (entry.isSymbolicLink()) return this.#follow(path, inRoot, trail);
    this.#notRegular(path, inRoot);
    return undefined;
  }

  /** Follows a link. Returns the real path of a directory that is to be entered. */
  #follow(path: string, inRoot: string, trail: readonly string[]): string | undefined {
    const file = this.#shown(path);
    this.#watch?.link(path);
    try {
      const target = followLink(this.#within, path, "inside");
      const isTrusted = this.#within.trusted.some((dir) => pathInside(dir, target) !== undefined);
      if (pathInside(this.#realRoot, target) === undefined && !isTrusted) {
        this.#linkEscapes(file, target);
        return undefined;
      }
      const kind = kindIn(this.#within, target);
      if (kind === "file") {
        this.#found(path, inRoot, target);
      } else if (kind !== "directory") this.#notRegular(path, inRoot);
      if (kind !== "directory") return undefined;
      if (trail.some((dir) => pathInside(target, dir) !== undefined)) {
        this.diagnostics.push(report("file/link-loop", { file }));
        return undefined;
      }
      return target;
    } catch (error) {
      if (PreceptError.is(error, "PATH_REFUSED")) this.#linkEscapes(file, error.details.target);
      else this.diagnostics.push(report(errorCode(error) === "ELOOP" ? "file/link-loop" : "file/link-broken", { file }));
      return undefined;
    }
  }

  #linkEscapes(file: string, target = "an unknown place"): void {
    const message = `The link leads outside its rule directory, to "${target}", and is not followed.`;
    this.diagnostics.push(report("file/link-escapes", { file }, message));
  }

  #notRegular(path: string, inRoot: string): void {
    if (isRuleFile(this.#place.root, inRoot)) this.diagnostics.push(report("file/not-regular", { file: this.#shown(path) }));
  }

  #found(path: string, inRoot: string, real?: string): void {
    const { root, skips } = this.#place;
    if (isRuleFile(root, inRoot)) {
      if (skips(this.#shown(path))) return;
      const inside = real === undefined ? undefined : pathInside(this.#realRoot, real);
      this.files.push({ path, inRoot, ...(inside !== undefined && { real: join(this.#confines, inside) }) });
      return;
    }
    const reason = root.codec.ignored?.(inRoot);
    if (reason !== undefined)
      this.diagnostics.push(report("file/ignored", { file: this.#shown(path) }, `The file is not read: ${reason}.`));
  }

  #missing(file: string): void {
    if (this.#place.root.optional === true) return;
    this.diagnostics.push(report("root/missing", { file }, `The rule directory "${file}" does not exist.`));
  }

  #unreadable(path: string, error: unknown): void {
    const file = this.#shown(path);
    this.diagnostics.push(report("root/unreadable", { file }, `The directory "${file}" cannot be read: ${messageOf(error)}.`));
  }

  #shown(path: string): string {
    return shownPath(this.#projectDir, path);
  }
}

/** Whether a file is a rule by its name. */
export function isRuleFile({ codec, files }: Pick<FsRoot, "codec" | "files">, inRoot: string): boolean {
  if (files !== undefined) return files.includes(inRoot);
  if (codec.accepts !== undefined) return codec.accepts(inRoot);
  const name = inRoot.slice(inRoot.lastIndexOf("/") + 1);
  return codec.extensions.some((extension) =>
    extension.startsWith(".")
      ? name.toLowerCase().endsWith(extension) && name.length > extension.length
      : name === extension && inRoot !== name,
  );
}
