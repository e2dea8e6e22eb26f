import type { StoreChange } from "./rule-store.ts";

/** Tells listeners what changed in a store. One that throws harms neither the store nor the others. */
export class ChangeFeed {
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #onListenerError: (error: unknown) => void;

  /** @param onListenerError is told what listeners throw. Default: nobody is. */
  constructor(onListenerError: (error: unknown) => void = () => undefined) {
    this.#onListenerError = onListenerError;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    // A wrapper of its own for each subscription: the same function may subscribe twice.
    const own = (change: StoreChange): void => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /**
   * A change of nothing is told to nobody.
   *
   * @param evenIfEmpty whether something else changed that listeners may ask for: what is wrong with the documents.
   */
  publish(change: StoreChange, evenIfEmpty = false): void {
    if (change.saved.length === 0 && change.deleted.length === 0 && !evenIfEmpty) return;
    // Those that are there now: a listener may subscribe others.
    const listeners = [...this.#listeners];
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }

  close(): void {
    this.#listeners.clear();
  }
}
