const minute = 60_000;

/** The number of keys that are remembered. Beyond it, the key that was not used for the longest time is forgotten. */
const maxKeys = 10_000;

/** Limits how often something happens per key (the generic cell rate algorithm). The allowance refills evenly. */
export class RateLimiter {
  /** Per key, when its allowance is full again, in milliseconds. Least recently used first. */
  readonly #fullAt = new Map<string, number>();
  readonly #interval: number;

  /** @param perMinute `Infinity`: no limit. */
  constructor(perMinute: number) {
    this.#interval = minute / perMinute;
  }

  /** Uses a key's allowance. Returns 0, or the milliseconds until it has one. @param now in ms, never goes back. */
  take(key: string, now: number): number {
    if (this.#interval === 0) return 0;
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + this.#interval;
    const wait = fullAt - now - minute;
    // A tolerance for rounding: the last request of a full allowance must not be refused.
    if (wait > this.#interval / 2) return wait;
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    if (this.#fullAt.size > maxKeys) {
      const [oldest = key] = this.#fullAt.keys();
      this.#fullAt.delete(oldest);
    }
    return 0;
  }

  /** The number of remembered keys. */
  get size(): number {
    return this.#fullAt.size;
  }
}
