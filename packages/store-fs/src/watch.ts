import { ChangeQueue, DirectoryWatches, type WatchBackend } from "@precept/files";
import type { ResolvedRoot } from "./resolved-root.ts";

/** Beyond this many directories, pauses a millisecond for each, so that changes do not block the process. */
const manyDirectories = 2000;

/** Receives the paths that a listing depends on, before they are read. */
export interface ListingWatch {
  /** Fulfilled when the directory is watched. @param only the names of the entries that matter. Default: all. */
  directory(path: string, only?: readonly string[]): Promise<void>;
  /** A link, whose target is watched as well. */
  link(path: string): Promise<void>;
}

/** Watches the directories of a store's rule files, and the directories above its roots. */
export class RootWatcher {
  readonly #queue: ChangeQueue;
  readonly #above: DirectoryWatches;
  readonly #roots = new Map<ResolvedRoot, DirectoryWatches>();
  /** The roots with links. The targets may be anywhere in the project. */
  readonly #linked = new Set<ResolvedRoot>();
  readonly #reported = new Set<ResolvedRoot>();
  /** The number of directories listed since the last batch of changes. */
  #listed = 0;
  readonly #backend: WatchBackend;
  #isClosed = false;

  /**
   * @param onChange called with the paths that may have changed. The next call waits for its promise; changes that
   *   arrive meanwhile are collected for it.
   */
  constructor(onChange: (paths: ReadonlySet<string>) => Promise<void>, backend: WatchBackend) {
    this.#backend = backend;
    this.#queue = new ChangeQueue(onChange, {
      pauseAfter: () => {
        const listed = this.#listed;
        this.#listed = 0;
        return listed > manyDirectories ? listed : 0;
      },
    });
    this.#above = this.#createWatches();
  }

  /** Whether a root has links, and it or a target of its links has changed since the last call. */
  takeLinkedChange(root: ResolvedRoot): boolean {
    return this.#reported.delete(root) && this.#linked.has(root);
  }

  /** The error of a directory that could not be watched: usually `ENOSPC` or `EMFILE`, a limit of the system. */
  get failure(): unknown {
    return [this.#above, ...this.#roots.values()].map(({ failure }) => failure).find((failure) => failure !== undefined);
  }

  /** Watches the directories above all roots. Call it before the roots are listed. */
  async watchAbove(roots: readonly ResolvedRoot[]): Promise<void> {
    this.#above.begin(this.#backend);
    for (const { confined, dir } of roots) this.#above.watchAbove(confined, dir);
    await this.#above.ready();
    this.#above.end();
  }

  /** Runs the listing of a root. Watches the paths that it reports, in place of those of the previous listing. */
  async during<Result>(root: ResolvedRoot, list: (watch: ListingWatch) => Promise<Result>): Promise<Result> {
    const watches = this.#roots.get(root) ?? this.#createWatches(root);
    if (this.#isClosed) watches.close();
    this.#roots.set(root, watches);
    this.#linked.delete(root);
    watches.begin(this.#backend);
    try {
      return await list({
        directory: (path, only) => {
          this.#listed += 1;
          watches.watch(root.confined, path, only);
          return watches.ready();
        },
        link: (path) => {
          this.#linked.add(root);
          watches.watchAbove(root.confined, path);
          return watches.ready();
        },
      });
    } finally {
      watches.end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const watches of [this.#above, ...this.#roots.values()]) watches.close();
    await this.#queue.close();
  }

  #createWatches(root?: ResolvedRoot): DirectoryWatches {
    return new DirectoryWatches({
      onEvent: (path) => {
        if (root !== undefined) this.#reported.add(root);
        this.#queue.add(path);
      },
    });
  }
}
