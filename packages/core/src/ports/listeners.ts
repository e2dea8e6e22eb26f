import { guardListener } from "./guard-listener.ts";

/** Those who listen to one kind of event. One that throws, at once or later, harms neither the teller nor the others. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onError: (error: unknown) => void;

  /** @param onError is told what listeners throw. Default: nobody is. */
  constructor(onError: (error: unknown) => void = () => undefined) {
    this.#onError = onError;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns the function that ends the subscription. The same listener may subscribe twice. */
  add(listener: (event: Event) => void): () => void {
    const own = guardListener(listener, this.#onError);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Tells those who listen now: whoever comes meanwhile hears of the next event first. */
  emit(event: Event): void {
    const told = [...this.#listeners];
    for (const listener of told) listener(event);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
