import { lstatSync, readlinkSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { attempt, errorCode } from "./failure.ts";
import { kindIn, directoryIn } from "./inspect.ts";
import { isInternalFile } from "./internal-files.ts";
import { pathInside } from "./paths.ts";
import { cacheRealPaths, openRoot, type Root } from "./root.ts";

export interface DirectoryWatchesOptions {
  /**
   * Called with the path of a changed entry.
   *
   * @param kind `rename`: an entry was created, removed or replaced. `change`: the content or the attributes of an
   *   entry changed.
   */
  readonly onEvent: (path: string, kind: "rename" | "change") => void;
}

interface WatchedDirectory {
  readonly handle: FSWatcher;
  readonly identity: string;
  /** Names of the entries to report. Undefined means all. */
  only: Set<string> | undefined;
  pass: number;
}

/** The maximum number of links that are followed for one path. */
const maxLinks = 40;

/**
 * Watches a changing set of directories, with one system watch per directory. The set is updated in passes: call
 * `begin`, then `watch` for each directory before you list it, then `end`, which closes all other watches. A replaced
 * directory is watched again. Nothing outside the roots is watched.
 */
export class DirectoryWatches {
  readonly #onEvent: DirectoryWatchesOptions["onEvent"];
  readonly #watched = new Map<string, WatchedDirectory>();
  /** Watched directories that were renamed, removed or replaced since the start of the last pass. */
  #renamed = new Set<string>();
  #renamedBefore: ReadonlySet<string> = new Set();
  #pass = 0;
  #failure: unknown;
  #isClosed = false;

  constructor({ onEvent }: DirectoryWatchesOptions) {
    this.#onEvent = onEvent;
  }

  /** The first error of the last pass, usually `ENOSPC` or `EMFILE` because a system limit is reached. */
  get failure(): unknown {
    return this.#failure;
  }

  get size(): number {
    return this.#watched.size;
  }

  begin(): void {
    this.#pass += 1;
    this.#failure = undefined;
    this.#renamedBefore = this.#renamed;
    this.#renamed = new Set();
  }

  /** Ends a pass: closes the watches of directories that the pass did not include. */
  end(): void {
    for (const [path, watched] of this.#watched) {
      if (watched.pass === this.#pass) continue;
      watched.handle.close();
      this.#watched.delete(path);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { handle } of this.#watched.values()) handle.close();
    this.#watched.clear();
  }

  /** Watches a directory, if it exists in the root. @param path absolute. @param only names to report. Default: all. */
  watch(root: Root, path: string, only?: readonly string[]): void {
    if (this.#isClosed) return;
    const watched = this.#watched.get(path);
    if (watched?.pass === this.#pass) {
      if (only === undefined) watched.only = undefined;
      else for (const name of only) watched.only?.add(name);
      return;
    }
    // After the first failure, the limit is reached for all further directories too.
    if (watched === undefined && this.#failure !== undefined) return;
    const real = attempt(() => directoryIn(root, path));
    const identity = real === undefined ? undefined : identify(real);
    if (real === undefined || identity === undefined) return;
    const names = only === undefined ? undefined : new Set(only);
    if (watched !== undefined && watched.identity === identity && !this.#wasRenamed(path)) {
      watched.pass = this.#pass;
      watched.only = names;
      return;
    }
    // Close before opening again: the system would share the watch of the same directory.
    watched?.handle.close();
    this.#watched.delete(path);
    if (this.#failure === undefined) this.#open(path, real, identity, names);
  }

  /** Keeps a directory without events, without checking if it was replaced. @returns whether it is watched. */
  retain(path: string): boolean {
    const watched = this.#watched.get(path);
    if (watched === undefined) return false;
    watched.pass = this.#pass;
    return true;
  }

  /** Watches the parents of a path, and of links in it, to report when the path or a parent appears or is replaced. */
  watchAbove(root: Root, path: string): void {
    if (pathInside(root.dir, path) === undefined) this.#watchNearest(path);
    else {
      this.#watchNearest(root.dir);
      this.#watchParents(cacheRealPaths(root), path, new Set());
    }
  }

  /** @param followed targets of the links that were followed, because links can form cycles. */
  #watchParents(root: Root, path: string, followed: Set<string>): void {
    const inRoot = pathInside(root.dir, path);
    if (inRoot === undefined) return;
    let parent = root.dir;
    for (const name of inRoot === "" ? [] : inRoot.split("/")) {
      this.watch(root, parent, [name]);
      parent = join(parent, name);
      const isLink = kindIn(root, parent, "entry") === "link";
      const target = isLink ? attempt(() => resolve(dirname(parent), readlinkSync(parent))) : undefined;
      if (target === undefined || followed.has(target) || followed.size >= maxLinks) continue;
      followed.add(target);
      this.#watchParents(root, target, followed);
    }
  }

  /** Watches the nearest existing parent directory of a path for the next segment of the path. */
  #watchNearest(path: string): void {
    const parent = dirname(path);
    if (parent === path) return;
    const root = openRoot(parent);
    if (kindIn(root, parent) === "directory") this.watch(root, parent, [basename(path)]);
    else this.#watchNearest(parent);
  }

  #open(path: string, real: string, identity: string, only: Set<string> | undefined): void {
    let handle: FSWatcher;
    try {
      handle = watch(real, (kind, name) => this.#report(path, real, kind, name));
    } catch (error) {
      // Listing the directory reports that it is missing or not readable.
      if (isLimit(error)) this.#failure = error;
      return;
    }
    handle.on("error", (error) => {
      handle.close();
      if (this.#watched.get(path)?.handle !== handle) return;
      this.#watched.delete(path);
      // After a limit is reached, watching again would fail too.
      if (isLimit(error)) this.#failure = error;
      else this.#onEvent(path, "rename");
    });
    // The directory could have been replaced after its path was checked.
    if (identify(real) !== identity) {
      handle.close();
      return;
    }
    this.#watched.set(path, { handle, identity, only, pass: this.#pass });
  }

  #report(directory: string, real: string, kind: string, name: string | null): void {
    if (this.#isClosed) return;
    // The directory itself was renamed or removed, or an entry with the same name was.
    if (kind === "rename" && (name === null || name === basename(real))) {
      this.#renamed.add(directory);
      this.#onEvent(directory, "rename");
    }
    if (name === null || isInternalFile(name)) return;
    const only = this.#watched.get(directory)?.only;
    if (only !== undefined && !only.has(name)) return;
    const path = join(directory, name);
    if (kind === "rename" && this.#watched.has(path)) this.#renamed.add(path);
    this.#onEvent(path, kind === "rename" ? "rename" : "change");
  }

  #wasRenamed(path: string): boolean {
    if (this.#renamedBefore.size === 0) return false;
    for (let at = path; ; at = dirname(at)) {
      if (this.#renamedBefore.has(at)) return true;
      if (dirname(at) === at) return false;
    }
  }
}

/** Whether an error means that a system limit is reached. */
function isLimit(error: unknown): boolean {
  return ["ENOSPC", "EMFILE", "ENFILE", "ENOMEM"].includes(errorCode(error) ?? "");
}

/** Identifies a directory, even if a later one reuses the inode. Undefined if the path is not a directory. */
function identify(path: string): string | undefined {
  const status = attempt(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return status?.isDirectory() === true ? `${status.dev}:${status.ino}:${status.birthtimeNs}` : undefined;
}
