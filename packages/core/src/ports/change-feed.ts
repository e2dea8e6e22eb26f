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

  /** A change of nothing is told to nobody. */
  publish(change: StoreChange): void {
    if (change.saved.length === 0 && change.deleted.length === 0) return;
    for (const listener of [...this.#listeners]) {
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
