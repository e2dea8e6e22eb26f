import type { LogAppend, LoggedEntry, LogPage, StateLog } from "../ports/state/state-log.ts";

/** A log in memory. */
export class MemoryLog implements StateLog {
  readonly #retainEntries: number;
  readonly #requireOpen: () => void;
  readonly #listeners = new Set<() => void>();
  #entries: LoggedEntry[] = [];
  #last = 0;
  #state: string | undefined;

  constructor(retainEntries: number, requireOpen: () => void) {
    this.#retainEntries = retainEntries;
    this.#requireOpen = requireOpen;
  }

  async append(change: LogAppend | ((state: string | undefined) => LogAppend)): Promise<number> {
    this.#requireOpen();
    const { entries, state = this.#state } = typeof change === "function" ? change(this.#state) : change;
    this.#state = state;
    for (const value of entries) this.#entries.push({ position: (this.#last += 1), value });
    // Removes many at a time: each removal moves all others.
    if (this.#entries.length >= 2 * this.#retainEntries) this.#entries = this.#entries.slice(-this.#retainEntries);
    if (entries.length > 0) for (const listener of this.#listeners) listener();
    return this.#last;
  }

  async read({ after, limit }: { readonly after: number; readonly limit: number }): Promise<LogPage> {
    this.#requireOpen();
    const prunedUntil = this.#last - this.#entries.length;
    const from = Math.max(0, after - prunedUntil);
    return {
      entries: this.#entries.slice(from, from + limit),
      last: this.#last,
      prunedUntil,
      state: this.#state,
    };
  }

  follow(onChange: () => void): () => void {
    const listener = (): void => onChange();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
