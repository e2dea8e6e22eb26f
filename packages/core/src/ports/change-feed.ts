import { Listeners } from "./listeners.ts";
import type { StoreChange } from "./rule-store.ts";

/** Publishes the changes of a store to its subscribers. For implementations of `RuleStore`. */
export class ChangeFeed {
  readonly #listeners: Listeners<StoreChange>;

  /** @param onListenerError receives errors of listeners. Default: errors are ignored. */
  constructor(onListenerError?: (error: unknown) => void) {
    this.#listeners = new Listeners(onListenerError);
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Notifies the subscribers of a change. An empty change is not published.
   *
   * @param evenIfEmpty publishes an empty change too, for example if only diagnostics changed.
   */
  publish(change: StoreChange, evenIfEmpty = false): void {
    if (change.saved.length > 0 || change.deleted.length > 0 || evenIfEmpty) this.#listeners.emit(change);
  }

  close(): void {
    this.#listeners.clear();
  }
}
