import { join } from "node:path";
import { acceptsFile, compareText, PreceptError, type Diagnostic } from "@precept/core";
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
import type { ResolvedRoot } from "./resolved-root.ts";
import type { ListingWatch } from "./watch.ts";

/** A rule file found in a root. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the root, with `/`. */
  readonly relativePath: string;
  /** The path of the target if the file is a link. */
  readonly real?: string;
}

export interface FileListing {
  /** Sorted by path, by code point. */
  readonly files: readonly FoundFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Lists the rule files of a root and of all directories in it. Links are followed if they lead into the root or a trusted directory; for roots of
 * single files, if they lead into the project. Files and directories that cannot be read are reported.
 *
 * @param watch called with each directory and link before it is read.
 */
export async function listFiles(root: ListedRoot, projectDir: string, watch?: ListingWatch): Promise<FileListing> {
  const listing = new Listing(root, projectDir, watch);
  await (root.options.files === undefined ? listing.read() : listing.readNamed(root.options.files));
  listing.reportLimits();
  // Directories are read concurrently, so both lists come in an arbitrary order.
  return {
    files: listing.files.toSorted((left, right) => compareText(left.relativePath, right.relativePath)),
    diagnostics: listing.diagnostics.toSorted((left, right) => compareText(left.file ?? "", right.file ?? "")),
  };
}

/** The parts of a root that a listing needs. */
type ListedRoot = Pick<ResolvedRoot, "dir" | "options" | "skips" | "readsLinks" | "confined">;

class Listing {
  readonly files: FoundFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #root: ListedRoot;
  readonly #dir: string;
  readonly #projectDir: string;
  /** Confines all file access of this listing. */
  readonly #confined: Root;
  /** The directory that links must not leave, and its real path. */
  #linkRoot: string;
  #realLinkRoot = "";
  readonly #watch: ListingWatch | undefined;
  #entries = 0;
  /** Directories that were not read because of a limit. */
  readonly #unread: string[] = [];

  constructor(root: ListedRoot, projectDir: string, watch: ListingWatch | undefined) {
    this.#watch = watch;
    this.#root = root;
    this.#dir = root.dir;
    this.#linkRoot = root.dir;
    this.#confined = cacheRealPaths(root.confined);
    this.#projectDir = projectDir;
  }

  /** Reads files by name. Each may be missing. */
  async readNamed(names: readonly string[]): Promise<void> {
    // A file may be a link to another file of the project, such as CLAUDE.md to AGENTS.md, even in another directory.
    this.#linkRoot = this.#confined.dir;
    this.#realLinkRoot = this.#confined.real;
    this.#watch?.directory(this.#dir, names);
    for (const name of names) {
      if (this.#root.options.firstOnly === true && this.files.length > 0) return;
      const path = join(this.#dir, name);
      const kind = kindIn(this.#confined, path, "entry");
      if (kind === "file") this.#add(path, name);
      else if (kind === "link") this.#follow(path, name, []);
    }
  }

  async read(): Promise<void> {
    const displayPath = this.#displayPath(this.#dir);
    let real: string;
    try {
      if (kindIn(this.#confined, this.#dir, "entry") === "link") this.#watch?.link(this.#dir);
      real = directoryIn(this.#confined, this.#dir);
      if (this.#root.readsLinks) this.#linkRoot = this.#confined.dir;
      this.#realLinkRoot = this.#root.readsLinks ? this.#confined.real : real;
      const kind = kindIn(this.#confined, this.#dir);
      if (kind !== undefined && kind !== "directory") {
        this.diagnostics.push(
          report("root/not-a-directory", { file: displayPath }, `The rule directory "${displayPath}" is not a directory.`),
        );
        return;
      }
      if (kind === undefined) {
        this.#reportMissing(displayPath);
        return;
      }
    } catch (error) {
      if (PreceptError.is(error, "PATH_REFUSED")) {
        this.diagnostics.push(report("root/link-escapes", { file: displayPath }, error.message));
      } else if (isMissing(error)) this.#reportMissing(displayPath);
      else this.#reportUnreadable(this.#dir, error);
      return;
    }
    await this.#readDirectory(this.#dir, "", [real]);
  }

  /** Reports that directories were skipped because of a limit, as one diagnostic for all of them. */
  reportLimits(): void {
    const [first] = this.#unread.toSorted(compareText);
    if (first !== undefined) this.diagnostics.push(report("root/too-many", { file: this.#displayPath(first) }));
  }

  /** @param trail the real paths of the directory and its parents, outermost first. */
  async #readDirectory(path: string, relativePath: string, trail: readonly string[]): Promise<void> {
    if (trail.length > maxDepth + 1 || this.#entries > maxEntries) {
      this.#unread.push(path);
      return;
    }
    this.#watch?.directory(path);
    let entries: readonly DirectoryEntry[];
    try {
      entries = await listDirectory(this.#confined, path);
    } catch (error) {
      this.#reportUnreadable(path, error);
      return;
    }
    this.#entries += entries.length;
    if (this.#entries > maxEntries) {
      this.#unread.push(path);
      return;
    }
    const directories: [name: string, real: string][] = [];
    for (const entry of entries) {
      const real = this.#visit(entry, join(path, entry.name), relativePath + entry.name, trail);
      if (real !== undefined) directories.push([entry.name, real]);
    }
    await Promise.all(
      directories.map(([name, real]) => this.#readDirectory(join(path, name), `${relativePath}${name}/`, [...trail, real])),
    );
  }

  /** Records an entry that is a rule file. Returns the real path of an entry that is a directory to read. */
  #visit(entry: DirectoryEntry, path: string, relativePath: string, trail: readonly string[]): string | undefined {
    if (entry.isFile()) {
      this.#add(path, relativePath);
      return undefined;
    }
    if (entry.isDirectory()) {
      if (isRuleFile(this.#root.options, relativePath))
        this.diagnostics.push(report("file/is-directory", { file: this.#displayPath(path) }));
      return join(trail.at(-1) ?? "", entry.name);
    }
    if (entry.isSymbolicLink()) return this.#follow(path, relativePath, trail);
    this.#reportNotRegular(path, relativePath);
    return undefined;
  }

  /** Follows a link. Records a rule file; returns the real path of a directory to read. */
  #follow(path: string, relativePath: string, trail: readonly string[]): string | undefined {
    const file = this.#displayPath(path);
    this.#watch?.link(path);
    try {
      const target = followLink(this.#confined, path, "inside");
      const isTrusted = this.#confined.trusted.some((dir) => pathInside(dir, target) !== undefined);
      if (pathInside(this.#realLinkRoot, target) === undefined && !isTrusted) {
        this.#reportEscape(file, target);
        return undefined;
      }
      const kind = kindIn(this.#confined, target);
      if (kind === "file") {
        this.#add(path, relativePath, target);
      } else if (kind !== "directory") this.#reportNotRegular(path, relativePath);
      if (kind !== "directory") return undefined;
      if (trail.some((dir) => pathInside(target, dir) !== undefined)) {
        this.diagnostics.push(report("file/link-loop", { file }));
        return undefined;
      }
      return target;
    } catch (error) {
      if (PreceptError.is(error, "PATH_REFUSED")) this.#reportEscape(file, error.details.target);
      else this.diagnostics.push(report(errorCode(error) === "ELOOP" ? "file/link-loop" : "file/link-broken", { file }));
      return undefined;
    }
  }

  #reportEscape(file: string, target = "an unknown path"): void {
    const message = `The link leads out of its rule directory, to "${target}", and is not followed.`;
    this.diagnostics.push(report("file/link-escapes", { file }, message));
  }

  #reportNotRegular(path: string, relativePath: string): void {
    if (isRuleFile(this.#root.options, relativePath))
      this.diagnostics.push(report("file/not-regular", { file: this.#displayPath(path) }));
  }

  #add(path: string, relativePath: string, real?: string): void {
    const { options, skips } = this.#root;
    if (isRuleFile(options, relativePath)) {
      const inside = real === undefined ? undefined : pathInside(this.#realLinkRoot, real);
      // A link to a skipped file has the same rules.
      if (skips(this.#displayPath(path)) || (inside !== undefined && skips(this.#displayPath(join(this.#linkRoot, inside)))))
        return;
      this.files.push({ path, relativePath, ...(inside !== undefined && { real: join(this.#linkRoot, inside) }) });
      return;
    }
    const reason = options.codec.ignored?.(relativePath);
    if (reason !== undefined)
      this.diagnostics.push(report("file/ignored", { file: this.#displayPath(path) }, `The file is not read: ${reason}.`));
  }

  #reportMissing(file: string): void {
    if (this.#root.options.optional === true) return;
    this.diagnostics.push(report("root/missing", { file }, `The rule directory "${file}" does not exist.`));
  }

  #reportUnreadable(path: string, error: unknown): void {
    const file = this.#displayPath(path);
    this.diagnostics.push(report("root/unreadable", { file }, `The directory "${file}" cannot be read: ${messageOf(error)}.`));
  }

  #displayPath(path: string): string {
    return shownPath(this.#projectDir, path);
  }
}

/** Whether a file is a rule file by its name. */
export function isRuleFile({ codec, files }: Pick<FsRoot, "codec" | "files">, relativePath: string): boolean {
  return files === undefined ? acceptsFile(codec, relativePath) : files.includes(relativePath);
}
