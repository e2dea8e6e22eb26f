const maxFailures = 3;
const minRestMs = 500;
const maxRestMs = 30_000;

/**
 * Keeps calls from waiting for a server that does not answer: after three failures in a row, no call is made for half a
 * second. Then one call tries, and each further failure doubles the time, up to 30 seconds.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #opensAt = Number.NEGATIVE_INFINITY;
  #isTrying = false;

  /** @param now the clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a call may be made now. If so, `succeed` or `fail` must follow. */
  admit(): boolean {
    if (this.#failures < maxFailures) return true;
    if (this.#isTrying || this.#now() < this.#opensAt) return false;
    this.#isTrying = true;
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  fail(): void {
    this.#failures += 1;
    this.#isTrying = false;
    this.#opensAt = this.#now() + Math.min(maxRestMs, minRestMs * 2 ** (this.#failures - maxFailures));
  }
}
