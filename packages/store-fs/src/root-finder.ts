import { basename, dirname, join } from "node:path";
import { ChangeQueue, DirectoryWatches, kindIn, openRoot, pathInside, type Root } from "@precept/files";
import { findWith, pathsOf, type FoundRoots, type RootLocation } from "./find-roots.ts";
import { isSearchedName, searchDirectories, type SearchedDirectory, type SearchOptions } from "./search-directories.ts";
import { searchRemembered } from "./search-remembered.ts";

/** How long directories must be unchanged before the next search, in milliseconds: a checkout changes many in a row. */
const settleMs = 30;

/** Finds the rule directories of a project repeatedly, and can watch the project's directories for changes. */
export class RootFinder {
  readonly #project: Root;
  #queue: ChangeQueue | undefined;
  readonly #watches: DirectoryWatches;
  #wanted: ReadonlySet<string> = new Set();
  #directories: ReadonlyMap<string, SearchedDirectory> = new Map();
  #changed = new Set<string>();
  #replaced = new Set<string>([""]);

  constructor(projectDir: string) {
    this.#project = openRoot(projectDir);
    this.#watches = new DirectoryWatches({ onEvent: (path, kind) => this.#onEvent(path, kind) });
  }

  /** The error of a directory that could not be watched: usually `ENOSPC` or `EMFILE`, a limit of the system. */
  get failure(): unknown {
    return this.#watches.failure;
  }

  /**
   * Starts watching what the next searches list.
   *
   * @param onChange called when the next search may differ. The next call waits for its promise, which must not reject.
   */
  watch(onChange: () => Promise<void>): void {
    this.#queue = new ChangeQueue(onChange, { debounce: settleMs });
    this.forget();
  }

  /** Searches the project. Later calls search only the directories that have changed. Calls must not overlap. */
  async find(locations: readonly RootLocation[], options: SearchOptions): Promise<FoundRoots> {
    return findWith(this.#project, locations, options, async (project, wanted, active) => {
      if (this.#queue === undefined && options.cache !== undefined) return searchRemembered(project, wanted, options);
      const search = { ...options, cache: undefined };
      if ([...wanted].some((name) => !this.#wanted.has(name))) this.#replaced.add("");
      this.#wanted = wanted;
      const known = { directories: this.#directories, changed: this.#changed, replaced: this.#replaced };
      this.#changed = new Set();
      this.#replaced = new Set();
      if (this.#queue === undefined) {
        const result = await searchDirectories(project, wanted, search, known);
        this.#directories = result.directories;
        return result;
      }
      this.#watches.begin();
      try {
        this.#watches.watchAbove(project, project.dir);
        const result = await searchDirectories(project, wanted, search, known, this.#watches);
        this.#directories = result.directories;
        for (const path of pathsOf(result.directories, active)) this.#watches.watchAbove(project, join(project.dir, path));
        return result;
      } finally {
        this.#watches.end();
      }
    });
  }

  /** Makes the next search list every directory. */
  forget(): void {
    this.#replaced.add("");
  }

  async close(): Promise<void> {
    this.#watches.close();
    await this.#queue?.close();
  }

  #onEvent(path: string, kind: "rename" | "change"): void {
    // Only the entries of directories matter here, not the content of files.
    if (kind === "change") return;
    const inProject = pathInside(this.#project.dir, path);
    if (inProject === undefined || inProject === "") {
      this.#replaced.add("");
      this.#queue?.add(path);
      return;
    }
    const parent = pathInside(this.#project.dir, dirname(path)) ?? "";
    const name = basename(path);
    const searched = this.#directories.get(parent);
    const isDirectory =
      isSearchedName(name) &&
      (searched?.subdirectories.includes(name) === true || kindIn(this.#project, path, "entry") === "directory");
    if (!isDirectory && searched !== undefined && !this.#wanted.has(name)) return;
    this.#changed.add(parent);
    if (isDirectory) this.#replaced.add(inProject);
    this.#queue?.add(path);
  }
}
