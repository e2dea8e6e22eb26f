import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  cacheRealPaths,
  listDirectory,
  listDirectorySync,
  statusAt,
  toFileStatus,
  type DirectoryEntry,
  type FileStatus,
  type Root,
} from "@precept/files";

/** A directory, its entries, and its status before they were listed. */
export interface ListedDirectory {
  readonly dir: string;
  /** Empty if the directory cannot be read. */
  readonly entries: readonly DirectoryEntry[];
  /** Undefined if the directory does not exist or cannot be read, or if no status is read. */
  readonly status: FileStatus | undefined;
}

/** How long directories are listed synchronously before the event loop runs again, in milliseconds. */
const sliceMs = 8;

/** If a directory takes longer than this, in milliseconds, they are probably not in the system's cache. */
const slowListMs = 1;

/**
 * Lists directories for one search: synchronously while they come from the system's cache, which takes a third of the
 * time; after the first slow ones, all of a call at the same time.
 */
export class DirectoryLister {
  readonly #project: Root;
  readonly #readsStatus: boolean;
  #isFast = true;
  #sliceStart = Date.now();

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

  #readStatus(dir: string): FileStatus | undefined {
    if (!this.#readsStatus) return undefined;
    const now = Date.now();
    const stats = statusAt(this.#pathOf(dir));
    return stats && toFileStatus(stats, now);
  }
}
