import { basename, dirname, join } from "node:path";
import { ChangeQueue, DirectoryWatches, kindIn, openRoot, pathInside, type DirectoryEventKind, type Root } from "@precept/files";
import { compareDirectories } from "./compare-directories.ts";
import { findWith, pathsOf, type FoundRoots, type RootLocation } from "./find-roots.ts";
import {
  directoryAndParents,
  isSearchedName,
  searchDirectories,
  type SearchedDirectory,
  type SearchOptions,
  type SearchResult,
} from "./search-directories.ts";
import { searchRemembered } from "./search-remembered.ts";

/** How long directories must be unchanged before the next search, in milliseconds: a checkout changes many in a row. */
const settleMs = 30;

/** The maximum number of directories that are watched because a request was about their files. */
const maxRecent = 500;

/**
 * Finds the rule directories of a project repeatedly, and can watch for changes: the directories with rules, those of
 * recent requests, and the directories above both. `compareAll` finds changes of the others.
 */
export class RootFinder {
  readonly #project: Root;
  #queue: ChangeQueue | undefined;
  readonly #watches: DirectoryWatches;
  #wanted: ReadonlySet<string> = new Set();
  #directories: ReadonlyMap<string, SearchedDirectory> = new Map();
  #changed = new Set<string>();
  #replaced = new Set<string>([""]);
  /** The directories that may have changed, with everything below them. */
  #doubtful = new Set<string>();
  /** Directories of requests, relative to the project, the latest last. */
  readonly #recent = new Set<string>();

  constructor(projectDir: string) {
    this.#project = openRoot(projectDir);
    this.#watches = new DirectoryWatches({ onEvent: (path, kind) => this.#onEvent(path, kind), readsFiles: false });
  }

  /** The error of a directory that could not be watched: usually `ENOSPC` or `EMFILE`, a limit of the system. */
  get failure(): unknown {
    return this.#watches.failure;
  }

  /**
   * Starts watching.
   *
   * @param onChange called when the next search may differ. The next call waits for its promise, which must not reject.
   */
  watch(onChange: () => Promise<void>): void {
    this.#queue = new ChangeQueue(onChange, { debounce: settleMs });
    this.forget();
  }

  /**
   * Watches the directories of a request from the next search on. They count as used now.
   *
   * @param dirs relative to the project.
   * @returns whether all of them, and the directories above them, are watched already.
   */
  watchRecent(dirs: Iterable<string>): boolean {
    let isWatched = this.failure === undefined;
    for (const dir of dirs) {
      const isRecent = this.#recent.delete(dir);
      isWatched &&= isRecent || this.#watches.has(this.#absolute(dir));
      this.#recent.add(dir);
    }
    for (const dir of this.#recent) {
      if (this.#recent.size <= maxRecent) break;
      this.#recent.delete(dir);
    }
    return isWatched;
  }

  /** Compares every directory with its status when it was listed. Returns whether the next search may differ. */
  async compareAll(): Promise<boolean> {
    return this.#compare([...this.#directories.keys()]);
  }

  /** Searches the project. Later calls search only the directories that have changed. Calls must not overlap. */
  async find(locations: readonly RootLocation[], options: SearchOptions): Promise<FoundRoots> {
    return findWith(this.#project, locations, options, async (project, wanted, active) => {
      if (this.#queue === undefined && options.cache !== undefined) return searchRemembered(project, wanted, options);
      const search = { ...options, cache: undefined };
      if ([...wanted].some((name) => !this.#wanted.has(name))) this.#replaced.add("");
      this.#wanted = wanted;
      if (this.#queue === undefined) return this.#search(search);
      this.#watches.begin(options.watchBackend);
      try {
        this.#watches.watchAbove(project, project.dir);
        const compared = new Set<string>();
        for (;;) {
          const result = await this.#search(search);
          const added = (await this.#watchFound(active)).filter((dir) => !compared.has(dir));
          // They may have changed before they were watched.
          if (!(await this.#compare(added))) return result;
          for (const dir of added) compared.add(dir);
        }
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

  async #search(options: SearchOptions): Promise<SearchResult> {
    const doubtful = this.#doubtful;
    this.#doubtful = new Set();
    if (doubtful.size > 0 && !this.#replaced.has("")) {
      const isDoubtful = (dir: string): boolean => ["", ...directoryAndParents(dir)].some((one) => doubtful.has(one));
      await this.#compare([...this.#directories.keys()].filter(isDoubtful));
    }
    const known = { directories: this.#directories, changed: this.#changed, replaced: this.#replaced };
    this.#changed = new Set();
    this.#replaced = new Set();
    const result = await searchDirectories(this.#project, this.#wanted, options, known, this.#queue !== undefined);
    this.#directories = result.directories;
    return result;
  }

  /** Watches what the search found. Returns the directories that were not watched before. */
  async #watchFound(active: readonly RootLocation[]): Promise<readonly string[]> {
    const named = [...this.#directories].filter(([, { names }]) => names.size > 0).map(([dir]) => dir);
    const near = new Set(["", ...[...named, ...this.#recent].flatMap(directoryAndParents)]);
    const searched = [...near].filter((dir) => this.#directories.has(dir));
    const added = searched.filter((dir) => !this.#watches.has(this.#absolute(dir)));
    for (const dir of searched) this.#watches.watch(this.#project, this.#absolute(dir));
    for (const path of pathsOf(this.#directories, active)) this.#watches.watchAbove(this.#project, this.#absolute(path));
    await this.#watches.ready();
    return added;
  }

  /** Notes which directories have another status than when they were listed. Returns whether there are any. */
  async #compare(dirs: readonly string[]): Promise<boolean> {
    const { changed, replaced } = await compareDirectories(
      this.#project,
      dirs,
      (at, index) => this.#directories.get(dirs[at] ?? "")?.status?.[index],
    );
    for (const dir of changed) this.#changed.add(dir);
    for (const dir of replaced) this.#replaced.add(dir);
    return changed.size + replaced.size > 0;
  }

  #absolute(dir: string): string {
    return dir === "" ? this.#project.dir : join(this.#project.dir, dir);
  }

  #onEvent(path: string, kind: DirectoryEventKind): void {
    // Only the entries of directories matter here, not the content of files.
    if (kind === "change") return;
    const inProject = pathInside(this.#project.dir, path);
    if (kind === "entries" && inProject !== undefined) {
      this.#doubtful.add(inProject);
      this.#queue?.add(path);
      return;
    }
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
