import { isInTime, type Timers } from "../ports/timers.ts";

/** How long a request waits for the search by meaning, in milliseconds, unless it says otherwise. */
export const defaultMeaningMs = 300;

/**
 * Limits how long requests wait for the search by meaning, which embeds the prompt, often on another machine. As long as
 * a search is late and has not ended, other requests do not wait for one: an embedder that hangs delays one request.
 */
export class MeaningDeadline {
  readonly #timers: Timers | undefined;
  #late = 0;

  /** @param timers without them, requests wait as long as a search takes. */
  constructor(timers: Timers | undefined) {
    this.#timers = timers;
  }

  /** Returns what a search finds, or undefined if it takes too long. Rejects like the search, unless it is late. */
  async wait<Found>(search: () => Promise<Found>, ms: number): Promise<Found | undefined> {
    if (this.#late > 0) return undefined;
    const searching = search();
    const ended = searching.then(
      () => undefined,
      () => undefined,
    );
    if (await isInTime(ended, ms, this.#timers)) return searching;
    this.#late += 1;
    void ended.then(() => (this.#late -= 1));
    return undefined;
  }
}
