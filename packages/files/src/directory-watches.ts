import { lstatSync, readlinkSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "./failure.ts";
import { kindIn, directoryIn } from "./inspect.ts";
import { isOwnFile } from "./own-files.ts";
import { pathInside } from "./paths.ts";
import { forOnePass, openRoot, type Root } from "./root.ts";

export interface DirectoryWatchesOptions {
  /**
   * Called with the path of an entry that changed.
   *
   * @param kind `rename`: an entry appeared, disappeared or was replaced. `change`: the content or the attributes of one changed.
   */
  readonly onEvent: (path: string, kind: "rename" | "change") => void;
}

interface Watched {
  readonly handle: FSWatcher;
  readonly identity: string;
  /** The entries that are reported. Undefined: all of them. */
  only: Set<string> | undefined;
  pass: number;
}

/** How many links on the way to a path are followed. */
const maxLinks = 40;

/**
 * Watches a changing set of directories, one system watch each. Their files need none of their own.
 *
 * The set is declared in passes: `begin`, then `watch` for each directory, before it is listed, then `end`, which closes the watches of directories
 * that the pass did not name. A directory that was replaced by another one of the same name is watched again. Nothing outside the roots is watched.
 */
export class DirectoryWatches {
  readonly #onEvent: DirectoryWatchesOptions["onEvent"];
  readonly #watched = new Map<string, Watched>();
  /** Watched directories that were renamed, removed or replaced since the last pass began. */
  #renamed = new Set<string>();
  #renamedBefore: ReadonlySet<string> = new Set();
  #pass = 0;
  #failure: unknown;
  #isClosed = false;

  constructor({ onEvent }: DirectoryWatchesOptions) {
    this.#onEvent = onEvent;
  }

  /** Why a directory could not be watched in the latest pass: usually `ENOSPC` or `EMFILE`, a limit of the system. */
  get failure(): unknown {
    return this.#failure;
  }

  /** How many directories are watched. */
  get size(): number {
    return this.#watched.size;
  }

  /** Starts a pass. */
  begin(): void {
    this.#pass += 1;
    this.#failure = undefined;
    this.#renamedBefore = this.#renamed;
    this.#renamed = new Set();
  }

  /** Ends a pass: closes the watches of directories that it did not name. */
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

  /**
   * Watches a directory. Does nothing where there is none, or where its path leaves the root.
   *
   * @param path absolute. Events are reported below it, even if it is a link.
   * @param only the names of the entries that are reported. Default: all.
   */
  watch(root: Root, path: string, only?: readonly string[]): void {
    if (this.#isClosed) return;
    const watched = this.#watched.get(path);
    if (watched?.pass === this.#pass) {
      if (only === undefined) watched.only = undefined;
      else for (const name of only) watched.only?.add(name);
      return;
    }
    // One failure is enough: a limit that is reached holds for all that follow.
    if (watched === undefined && this.#failure !== undefined) return;
    const real = realDirectory(root, path);
    const identity = real === undefined ? undefined : identify(real);
    if (real === undefined || identity === undefined) return;
    const names = only === undefined ? undefined : new Set(only);
    if (watched !== undefined && watched.identity === identity && !this.#wasRenamed(path)) {
      watched.pass = this.#pass;
      watched.only = names;
      return;
    }
    // Before the new watch is opened: a watch on the same directory would be shared.
    watched?.handle.close();
    this.#watched.delete(path);
    if (this.#failure === undefined) this.#open(path, real, identity, names);
  }

  /**
   * Names a directory that is watched already, without checking whether it was replaced: for directories that no event mentioned.
   *
   * @returns whether it is watched.
   */
  retain(path: string): boolean {
    const watched = this.#watched.get(path);
    if (watched === undefined) return false;
    watched.pass = this.#pass;
    return true;
  }

  /**
   * Watches the directories above a path, each for the next entry on the way: whatever of them is renamed, removed, replaced or created is reported.
   * Where the path is a link, or passes one, what the link leads to is watched in the same way.
   */
  watchAbove(root: Root, path: string): void {
    if (pathInside(root.dir, path) === undefined) this.#watchNearest(path);
    else {
      this.#watchNearest(root.dir);
      this.#watchOnTheWay(forOnePass(root), path, new Set());
    }
  }

  /** @param followed what links led to on the way: links may pass links, and lead back to one another. */
  #watchOnTheWay(root: Root, path: string, followed: Set<string>): void {
    const inRoot = pathInside(root.dir, path);
    if (inRoot === undefined) return;
    let parent = root.dir;
    for (const name of inRoot === "" ? [] : inRoot.split("/")) {
      this.watch(root, parent, [name]);
      parent = join(parent, name);
      const target = kindIn(root, parent, "entry") === "link" ? linkTarget(parent) : undefined;
      if (target === undefined || followed.has(target) || followed.size >= maxLinks) continue;
      followed.add(target);
      this.#watchOnTheWay(root, target, followed);
    }
  }

  /** Watches the nearest directory above a path that exists, outside of any root, for the entry that leads to the path. */
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
      // What is gone, and what may not be read, is for the listing to report.
      if (isLimit(error)) this.#failure = error;
      return;
    }
    handle.on("error", (error) => {
      handle.close();
      if (this.#watched.get(path)?.handle !== handle) return;
      this.#watched.delete(path);
      // Watching it again would fail again.
      if (isLimit(error)) this.#failure = error;
      else this.#onEvent(path, "rename");
    });
    // It may have been replaced, even by a link, after its path was checked.
    if (identify(real) !== identity) {
      handle.close();
      return;
    }
    this.#watched.set(path, { handle, identity, only, pass: this.#pass });
  }

  #report(directory: string, real: string, kind: string, name: string | null): void {
    if (this.#isClosed) return;
    // The directory itself was renamed or removed, or an entry of the same name.
    if (kind === "rename" && (name === null || name === basename(real))) {
      this.#renamed.add(directory);
      this.#onEvent(directory, "rename");
    }
    if (name === null || isOwnFile(name)) return;
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

/** Whether a directory could not be watched because of a limit of the system. */
function isLimit(error: unknown): boolean {
  return ["ENOSPC", "EMFILE", "ENFILE", "ENOMEM"].includes(errorCode(error) ?? "");
}

function realDirectory(root: Root, path: string): string | undefined {
  try {
    return directoryIn(root, path);
  } catch {
    return undefined;
  }
}

/** Tells a directory from any other, even from a later one that got its inode. Undefined where there is none, or a link. */
function identify(path: string): string | undefined {
  try {
    const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return status?.isDirectory() === true ? `${status.dev}:${status.ino}:${status.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return undefined;
  }
}
