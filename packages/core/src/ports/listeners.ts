/** Listeners for one kind of event. Their errors, synchronous or not, do not affect other listeners or the emitter. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onError: (error: unknown) => void;

  /** @param onError receives errors of listeners. Default: errors are ignored. */
  constructor(onError: (error: unknown) => void = () => undefined) {
    this.#onError = onError;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Adds a listener and returns the function that removes it. The same listener can be added several times. */
  add(listener: (event: Event) => void): () => void {
    const guarded = guardListener(listener, this.#onError);
    this.#listeners.add(guarded);
    return () => this.#listeners.delete(guarded);
  }

  /** Calls the current listeners. A listener that is added meanwhile gets the next event. */
  emit(event: Event): void {
    const current = [...this.#listeners];
    for (const listener of current) listener(event);
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** Wraps a listener so that its synchronous and asynchronous errors go to `onError`. */
export function guardListener<Event>(
  listener: (event: Event) => void,
  onError: (error: unknown) => void,
): (event: Event) => void {
  return (event) => {
    try {
      // An async function is a valid listener too. An unhandled rejection would end the process.
      const result: unknown = listener(event);
      if (result instanceof Promise) result.catch(onError);
    } catch (error) {
      onError(error);
    }
  };
}
