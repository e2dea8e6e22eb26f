import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { attempt, errorCode } from "../failure.ts";
import { kindIn, directoryIn } from "../inspect.ts";
import { isInternalFile } from "../internal-files.ts";
import { pathInside } from "../paths.ts";
import { cacheRealPaths, openRoot, type Root } from "../root.ts";
import type { OpenWatch, WatchBackend } from "./open-watch.ts";
import { watchDirectory } from "./shared-watches.ts";

/**
 * `rename`: an entry was created, removed or replaced. `change`: the content or the attributes of an entry changed.
 * `entries`: unknown entries of a directory were created, removed or replaced.
 */
export type DirectoryEventKind = "rename" | "change" | "entries";

export interface DirectoryWatchesOptions {
  /** Called with the path of a changed entry, or of the directory if its changed entries are unknown. */
  readonly onEvent: (path: string, kind: DirectoryEventKind) => void;
  /** Whether changes of the content of files matter. Default true. */
  readonly readsFiles?: boolean;
}

interface WatchedDirectory {
  readonly watch: OpenWatch;
  readonly real: string;
  readonly identity: string;
  /** Names of the entries to report. Undefined means all. */
  only: ReadonlySet<string> | undefined;
  pass: number;
}

/** The maximum number of links that are followed for one path. */
const maxLinks = 40;

/**
 * Watches a changing set of directories, with one watch per directory. The set is updated in passes: call `begin`, then
 * `watch` for each directory, await `ready` before you list it, then call `end`, which closes all other watches. A
 * replaced directory is watched again. Nothing outside the roots is watched.
 */
export class DirectoryWatches {
  readonly #onEvent: DirectoryWatchesOptions["onEvent"];
  readonly #readsFiles: boolean;
  readonly #watched = new Map<string, WatchedDirectory>();
  /** Watched directories that were renamed, removed or replaced since the start of the last pass. */
  #renamed = new Set<string>();
  #renamedBefore: ReadonlySet<string> = new Set();
  #pass = 0;
  #backend: WatchBackend = "events";
  readonly #opening = new Set<Promise<void>>();
  #failure: unknown;
  #isClosed = false;

  constructor({ onEvent, readsFiles = true }: DirectoryWatchesOptions) {
    this.#onEvent = onEvent;
    this.#readsFiles = readsFiles;
  }

  /** The first error of the last pass, usually `ENOSPC` or `EMFILE` because a system limit is reached. */
  get failure(): unknown {
    return this.#failure;
  }

  get size(): number {
    return this.#watched.size;
  }

  /** Starts a pass. @param backend if it differs from the last pass, all directories are watched again. */
  begin(backend: WatchBackend = "events"): void {
    if (backend !== this.#backend) this.#closeAll();
    this.#backend = backend;
    this.#pass += 1;
    this.#failure = undefined;
    this.#renamedBefore = this.#renamed;
    this.#renamed = new Set();
  }

  /** Ends a pass: closes the watches of directories that the pass did not include. */
  end(): void {
    for (const [path, watched] of this.#watched) {
      if (watched.pass !== this.#pass) this.#close(path);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closeAll();
  }

  /** Waits until the watches are active. */
  async ready(): Promise<void> {
    await Promise.all(this.#opening);
  }

  /** Whether a directory is watched. */
  has(path: string): boolean {
    return this.#watched.has(path);
  }

  /** Watches a directory, if it exists in the root. @param path absolute. @param only names to report. Default: all. */
  watch(root: Root, path: string, only?: readonly string[]): void {
    if (this.#isClosed) return;
    const watched = this.#watched.get(path);
    const isRepeated = watched?.pass === this.#pass;
    // After the first failure, the limit is reached for all further directories too.
    if (watched === undefined && this.#failure !== undefined) return;
    const names = only && new Set([...(isRepeated ? (watched.only ?? []) : []), ...only]);
    const wanted = isRepeated && watched.only === undefined ? undefined : names;
    const real = isRepeated ? watched.real : attempt(() => directoryIn(root, path));
    const identity = isRepeated ? watched.identity : real === undefined ? undefined : identify(real);
    if (real === undefined || identity === undefined) return;
    const isCurrent = watched?.identity === identity && (isRepeated || !this.#wasRenamed(path));
    if (isCurrent && (this.#backend === "events" || includes(watched.only, wanted))) {
      watched.pass = this.#pass;
      watched.only = wanted;
      return;
    }
    // Close before opening again: the system would share the watch of the same directory.
    this.#close(path);
    if (this.#failure === undefined) this.#open(path, real, identity, wanted);
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

  #open(path: string, real: string, identity: string, only: ReadonlySet<string> | undefined): void {
    const isOpen = (): boolean => this.#watched.get(path) === watched;
    const watch = watchDirectory(this.#backend, real, identity, {
      onEvent: (kind, name) => isOpen() && this.#report(path, real, kind, name),
      onError: (error) => {
        if (!isOpen()) return;
        this.#close(path);
        // Listing the directory reports that it is missing or not readable. After a limit is reached, watching again
        // would fail too.
        if (isLimit(error)) this.#failure = error;
        else if (!this.#opening.has(opening)) this.#onEvent(path, "rename");
      },
      readsFile: (name) => this.#readsFiles && (watched.only?.has(name) ?? true),
    });
    const watched: WatchedDirectory = { watch, real, identity, only, pass: this.#pass };
    this.#watched.set(path, watched);
    const awaitReady = async (): Promise<void> => {
      await watch.ready;
      this.#opening.delete(opening);
      // The directory could have been replaced after its path was checked.
      if (isOpen() && identify(real) !== identity) this.#close(path);
    };
    const opening = awaitReady();
    this.#opening.add(opening);
  }

  #close(path: string): void {
    void this.#watched.get(path)?.watch.close();
    this.#watched.delete(path);
  }

  #closeAll(): void {
    for (const path of this.#watched.keys()) this.#close(path);
  }

  #report(directory: string, real: string, kind: "rename" | "change", name: string | undefined): void {
    // The directory itself was renamed or removed, or an entry with the same name was.
    if (kind === "rename" && (name === undefined || name === basename(real))) {
      this.#renamed.add(directory);
      this.#onEvent(directory, "rename");
    } else if (name === undefined) this.#onEvent(directory, "entries");
    if (name === undefined || isInternalFile(name)) return;
    const only = this.#watched.get(directory)?.only;
    if (only !== undefined && !only.has(name)) return;
    const path = join(directory, name);
    if (kind === "rename" && this.#watched.has(path)) this.#renamed.add(path);
    this.#onEvent(path, kind);
  }

  #wasRenamed(path: string): boolean {
    if (this.#renamedBefore.size === 0) return false;
    for (let at = path; ; at = dirname(at)) {
      if (this.#renamedBefore.has(at)) return true;
      if (dirname(at) === at) return false;
    }
  }
}

/** Whether all of the wanted names are included. Undefined means all names. */
function includes(names: ReadonlySet<string> | undefined, wanted: ReadonlySet<string> | undefined): boolean {
  return names === undefined || (wanted !== undefined && [...wanted].every((name) => names.has(name)));
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
