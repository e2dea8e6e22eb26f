import { join, sep } from "node:path";
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
import { report, type FileDiagnosticCode } from "./diagnostic-catalogue.ts";
import { maxDepth, maxEntries, type FsRoot, type FsStoreOptions } from "./options.ts";
import { resolveRoots, type ResolvedRoot } from "./resolved-root.ts";
import type { ListingWatch } from "./watch.ts";

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
 * Lists the rule files of a root and of all directories in it. Links are followed inside of the root and trusted
 * directories; for roots of single files, inside of the project. What cannot be read is reported.
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

/**
 * Lists the rule files that a store with these options would read, without reading them: their paths as messages show
 * them, relative to the project, each once.
 */
export async function listRuleFiles(options: FsStoreOptions): Promise<readonly string[]> {
  const { projectDir, roots } = resolveRoots(options, options.id ?? "fs");
  const listings = await Promise.all(roots.map((root) => listFiles(root, projectDir)));
  return [...new Set(listings.flatMap(({ files }) => files.map(({ path }) => shownPath(projectDir, path))))];
}

type ListedRoot = Pick<ResolvedRoot, "dir" | "options" | "skips" | "readsLinks" | "confined">;

class Listing {
  readonly files: FoundFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #root: ListedRoot;
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
    this.#linkRoot = root.dir;
    this.#confined = cacheRealPaths(root.confined);
    this.#projectDir = projectDir;
  }

  /** Reads files by name. Each may be missing. */
  async readNamed(names: readonly string[]): Promise<void> {
    const { dir, options } = this.#root;
    // A file may be a link to another file of the project, such as CLAUDE.md to AGENTS.md, even in another directory.
    this.#linkRoot = this.#confined.dir;
    this.#realLinkRoot = this.#confined.real;
    await this.#watch?.directory(dir, names);
    for (const name of names) {
      if (options.firstOnly === true && this.files.length > 0) return;
      const path = join(dir, name);
      const kind = kindIn(this.#confined, path, "entry");
      if (kind === "file") this.#add(path, name);
      else if (kind === "link") await this.#follow(path, name, []);
    }
  }

  async read(): Promise<void> {
    const { dir, readsLinks } = this.#root;
    const shown = this.#shown(dir);
    let real: string;
    try {
      if (kindIn(this.#confined, dir, "entry") === "link") await this.#watch?.link(dir);
      real = directoryIn(this.#confined, dir);
      if (readsLinks) this.#linkRoot = this.#confined.dir;
      this.#realLinkRoot = readsLinks ? this.#confined.real : real;
      const kind = kindIn(this.#confined, dir);
      if (kind === undefined) return this.#reportMissing(dir);
      if (kind !== "directory")
        return this.#report("root/not-a-directory", dir, `The rule directory "${shown}" is not a directory.`);
    } catch (error) {
      if (PreceptError.is(error, "PATH_REFUSED")) return this.#report("root/link-escapes", dir, error.message);
      return isMissing(error) ? this.#reportMissing(dir) : this.#reportUnreadable(dir, error);
    }
    await this.#readDirectory(dir, "", [real]);
  }

  /** Reports that directories were skipped because of a limit, as one diagnostic for all of them. */
  reportLimits(): void {
    const [first] = this.#unread.toSorted(compareText);
    if (first !== undefined) this.#report("root/too-many", first);
  }

  /** @param trail the real paths of the directory and its parents, outermost first. */
  async #readDirectory(path: string, relativePath: string, trail: readonly string[]): Promise<void> {
    if (trail.length > maxDepth + 1 || this.#entries > maxEntries) {
      this.#unread.push(path);
      return;
    }
    await this.#watch?.directory(path);
    let entries: readonly DirectoryEntry[];
    try {
      entries = await listDirectory(this.#confined, path);
    } catch (error) {
      return this.#reportUnreadable(path, error);
    }
    this.#entries += entries.length;
    if (this.#entries > maxEntries) {
      this.#unread.push(path);
      return;
    }
    const directories: [name: string, real: string][] = [];
    // Joining each name would take most of the time.
    const prefix = join(path, sep);
    for (const entry of entries) {
      const [at, name] = [prefix + entry.name, relativePath + entry.name];
      const real = entry.isSymbolicLink() ? await this.#follow(at, name, trail) : this.#visit(entry, at, name, trail);
      if (real !== undefined) directories.push([entry.name, real]);
    }
    await Promise.all(
      directories.map(([name, real]) => this.#readDirectory(join(path, name), `${relativePath}${name}/`, [...trail, real])),
    );
  }

  /** Records an entry that is a rule file. Returns the real path of an entry that is a directory to read. */
  #visit(entry: DirectoryEntry, path: string, relativePath: string, trail: readonly string[]): string | undefined {
    if (entry.isDirectory()) {
      if (isRuleFile(this.#root.options, relativePath)) this.#report("file/is-directory", path);
      return join(trail.at(-1) ?? "", entry.name);
    }
    if (entry.isFile()) this.#add(path, relativePath);
    else this.#reportNotRegular(path, relativePath);
    return undefined;
  }

  /** Follows a link. Records a rule file; returns the real path of a directory to read. */
  async #follow(path: string, relativePath: string, trail: readonly string[]): Promise<string | undefined> {
    await this.#watch?.link(path);
    try {
      const target = followLink(this.#confined, path, "inside");
      const allowed = [this.#realLinkRoot, ...this.#confined.trusted];
      const kind = kindIn(this.#confined, target);
      if (!allowed.some((dir) => pathInside(dir, target) !== undefined)) this.#reportEscape(path, target);
      else if (kind === "file") this.#add(path, relativePath, target);
      else if (kind !== "directory") this.#reportNotRegular(path, relativePath);
      else if (trail.some((dir) => pathInside(target, dir) !== undefined)) this.#report("file/link-loop", path);
      else return target;
    } catch (error) {
      if (PreceptError.is(error, "PATH_REFUSED")) this.#reportEscape(path, error.details.target);
      else this.#report(errorCode(error) === "ELOOP" ? "file/link-loop" : "file/link-broken", path);
    }
    return undefined;
  }

  #add(path: string, relativePath: string, real?: string): void {
    const { options, skips } = this.#root;
    if (!isRuleFile(options, relativePath)) {
      const reason = options.codec.ignored?.(relativePath);
      if (reason !== undefined) this.#report("file/ignored", path, `The file is not read: ${reason}.`);
      return;
    }
    const inside = real === undefined ? undefined : pathInside(this.#realLinkRoot, real);
    const target = inside === undefined ? undefined : join(this.#linkRoot, inside);
    // A link to a skipped file has the same rules.
    if (skips(this.#shown(path)) || (target !== undefined && skips(this.#shown(target)))) return;
    this.files.push({ path, relativePath, ...(target !== undefined && { real: target }) });
  }

  #reportEscape(path: string, target = "an unknown path"): void {
    const message = `The link leads out of its rule directory, to "${target}", and is not followed.`;
    this.#report("file/link-escapes", path, message);
  }

  #reportNotRegular(path: string, relativePath: string): void {
    if (isRuleFile(this.#root.options, relativePath)) this.#report("file/not-regular", path);
  }

  #reportMissing(path: string): void {
    if (this.#root.options.optional === true) return;
    this.#report("root/missing", path, `The rule directory "${this.#shown(path)}" does not exist.`);
  }

  #reportUnreadable(path: string, error: unknown): void {
    this.#report("root/unreadable", path, `The directory "${this.#shown(path)}" cannot be read: ${messageOf(error)}.`);
  }

  #report(code: FileDiagnosticCode, path: string, message?: string): void {
    this.diagnostics.push(report(code, { file: this.#shown(path) }, message));
  }

  #shown(path: string): string {
    return shownPath(this.#projectDir, path);
  }
}

export function isRuleFile({ codec, files }: Pick<FsRoot, "codec" | "files">, relativePath: string): boolean {
  return files === undefined ? acceptsFile(codec, relativePath) : files.includes(relativePath);
}
