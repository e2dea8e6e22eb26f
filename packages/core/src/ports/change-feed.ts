import { Listeners } from "./listeners.ts";
import type { StoreChange } from "./rule-store.ts";

/** Tells listeners what changed in a store. */
export class ChangeFeed {
  readonly #listeners: Listeners<StoreChange>;

  /** @param onListenerError is told what listeners throw. Default: nobody is. */
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
   * A change of nothing is told to nobody.
   *
   * @param evenIfEmpty whether something else changed that listeners may ask for: what is wrong with the documents.
   */
  publish(change: StoreChange, evenIfEmpty = false): void {
    if (change.saved.length > 0 || change.deleted.length > 0 || evenIfEmpty) this.#listeners.emit(change);
  }

  close(): void {
    this.#listeners.clear();
  }
}
