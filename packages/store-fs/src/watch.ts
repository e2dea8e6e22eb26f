import { ChangeQueue, DirectoryWatches } from "@precept/files";
import type { RootPlace } from "./root-place.ts";

/** Listing more directories than this is followed by a pause of a millisecond for each, so that constant changes do not keep the process busy. */
const manyDirectories = 2000;

/** Told by a listing what it depends on, before it reads it. */
export interface ListingWatch {
  /** A directory of which every entry counts, or only some names. */
  directory(path: string, only?: readonly string[]): void;
  /** A link, which counts as what it leads to. */
  link(path: string): void;
}

/** Watches the directories that the rule files of a store are listed from, and the directories above the roots. */
export class RootWatcher {
  readonly #queue: ChangeQueue;
  readonly #above: DirectoryWatches;
  readonly #places = new Map<RootPlace, DirectoryWatches>();
  /** The roots that have links, whose targets may be anywhere in the project. */
  readonly #linked = new Set<RootPlace>();
  /** Those of them for which something was reported. */
  readonly #reported = new Set<RootPlace>();
  /** How many directories were listed since the last batch of changes. */
  #listed = 0;
  #isClosed = false;

  /**
   * @param onChange called with the paths that may have changed; called again only once its promise is fulfilled. Changes that arrive meanwhile are
   *   reported together afterwards.
   */
  constructor(onChange: (paths: ReadonlySet<string>) => Promise<void>) {
    this.#queue = new ChangeQueue(onChange, {
      pauseAfter: () => {
        const listed = this.#listed;
        this.#listed = 0;
        return listed > manyDirectories ? listed : 0;
      },
    });
    this.#above = this.#createWatches();
  }

  /** Whether a root has links, and something was reported for it, or for what the links lead to, since the last call. */
  takeLinkedChange(place: RootPlace): boolean {
    return this.#reported.delete(place) && this.#linked.has(place);
  }

  /** Why not everything could be watched: usually `ENOSPC` or `EMFILE`, a limit of the system. */
  get failure(): unknown {
    return [this.#above, ...this.#places.values()].map(({ failure }) => failure).find((failure) => failure !== undefined);
  }

  /** Watches the directories above all roots. Called before roots are listed. */
  watchAbove(places: readonly RootPlace[]): void {
    this.#above.begin();
    for (const { within, dir } of places) this.#above.watchAbove(within, dir);
    this.#above.end();
  }

  /** Runs the listing of a root. What it names is watched from then on, and what the previous one named is not. */
  async during<Result>(place: RootPlace, list: (watch: ListingWatch) => Promise<Result>): Promise<Result> {
    const watches = this.#places.get(place) ?? this.#createWatches(place);
    if (this.#isClosed) watches.close();
    this.#places.set(place, watches);
    this.#linked.delete(place);
    watches.begin();
    try {
      return await list({
        directory: (path, only) => {
          this.#listed += 1;
          watches.watch(place.within, path, only);
        },
        link: (path) => {
          this.#linked.add(place);
          watches.watchAbove(place.within, path);
        },
      });
    } finally {
      watches.end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const watches of [this.#above, ...this.#places.values()]) watches.close();
    await this.#queue.close();
  }

  #createWatches(place?: RootPlace): DirectoryWatches {
    return new DirectoryWatches({
      onEvent: (path) => {
        if (place !== undefined) this.#reported.add(place);
        this.#queue.add(path);
      },
    });
  }
}
