import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { cacheRealPaths, listDirectory, listDirectorySync, statusAt, type DirectoryEntry, type Root } from "@precept/files";

/** The change time in milliseconds, the inode and the device of a directory. The change time is -1 if a later change could have the same one. */
export type DirectoryStatus = readonly [changed: number, inode: number, device: number];

/** A directory, its entries, and its status before they were listed. */
export interface ListedDirectory {
  readonly dir: string;
  /** Empty if the directory cannot be read. */
  readonly entries: readonly DirectoryEntry[];
  /** Undefined if the directory does not exist or cannot be read, or if no status is read. */
  readonly status: DirectoryStatus | undefined;
}

/** How long directories are listed synchronously before the event loop runs again, in milliseconds. */
const sliceMs = 8;

/** If listing takes longer than this per directory, in milliseconds, the directories are assumed not to be in the system's cache. */
const slowListMs = 1;

/**
 * A file or directory that changed less than this many milliseconds before it was read must be read again next time: another change could have the same
 * time, which some file systems store in steps of two seconds.
 */
export const settleMs = 2500;

/**
 * Lists directories: synchronously, one after the other, while they come from the system's cache, which takes a third of the time; after the first slow
 * ones, all of a call at the same time. Use it for one search only.
 */
export class DirectoryLister {
  readonly #project: Root;
  readonly #readsStatus: boolean;
  #isFast = true;
  #sliceStart = Date.now();

  /** @param readsStatus whether to read the status of each directory. */
  constructor(project: Root, readsStatus: boolean) {
    this.#project = cacheRealPaths(project);
    this.#readsStatus = readsStatus;
  }

  /** @param dirs relative to the project. */
  async list(dirs: readonly string[]): Promise<readonly ListedDirectory[]> {
    if (!this.#isFast) {
      return Promise.all(
        dirs.map(async (dir) => {
          const status = this.#readStatus(dir);
          return { dir, status, entries: await listDirectory(this.#project, this.#pathOf(dir)).catch(() => []) };
        }),
      );
    }
    const start = Date.now();
    const listed = dirs.map((dir) => ({ dir, status: this.#readStatus(dir), entries: this.#entriesOf(dir) }));
    const end = Date.now();
    // The clock counts whole milliseconds.
    this.#isFast = end - start <= 1 + dirs.length * slowListMs;
    if (end - this.#sliceStart >= sliceMs) {
      await setImmediate();
      this.#sliceStart = Date.now();
    }
    return listed;
  }

  #entriesOf(dir: string): readonly DirectoryEntry[] {
    try {
      return listDirectorySync(this.#project, this.#pathOf(dir));
    } catch {
      return [];
    }
  }

  /** The real paths of parents are only cached for absolute paths. */
  #pathOf(dir: string): string {
    return join(this.#project.real, dir);
  }

  #readStatus(dir: string): DirectoryStatus | undefined {
    if (!this.#readsStatus) return undefined;
    const now = Date.now();
    const status = readDirectoryStatus(this.#pathOf(dir));
    // A change time in the future comes from another clock, or the clock was set back.
    return status === undefined || now - status[0] >= settleMs ? status : [-1, status[1], status[2]];
  }
}

/** Returns the status of a directory; undefined if it does not exist or cannot be read. @param path absolute. */
function readDirectoryStatus(path: string): DirectoryStatus | undefined {
  const status = statusAt(path);
  return status && [status.ctimeMs, status.ino, status.dev];
}
