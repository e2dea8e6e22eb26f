/** The conditions under which a repeatedly interrupted pattern no longer runs in V8. */
export interface QuarantineOptions {
  /** The number of interruptions. Default 3. */
  readonly strikes?: number;
  /** The time since the last interruption after which a pattern is released, in milliseconds. Default ten minutes. */
  readonly duration?: number;
  /** Returns a time in milliseconds, such as `Date.now`. */
  readonly clock: () => number;
}

interface Offender {
  readonly strikes: number;
  readonly last: number;
}

/** The maximum number of patterns. The one with the oldest interruption is dropped first. */
const maxOffenders = 1000;

/** Tracks patterns that were interrupted. */
export class Quarantine {
  readonly #offenders = new Map<string, Offender>();
  readonly #strikes: number;
  readonly #duration: number;
  readonly #clock: () => number;

  constructor({ strikes = 3, duration = 600_000, clock }: QuarantineOptions) {
    this.#strikes = strikes;
    this.#duration = duration;
    this.#clock = clock;
  }

  /** Records an interruption. @returns whether the pattern is in quarantine now. */
  strike(pattern: string): boolean {
    const strikes = (this.#current(pattern)?.strikes ?? 0) + 1;
    // Move it to the end, as the latest.
    this.#offenders.delete(pattern);
    this.#offenders.set(pattern, { strikes, last: this.#clock() });
    const [oldest] = this.#offenders.keys();
    if (this.#offenders.size > maxOffenders && oldest !== undefined) this.#offenders.delete(oldest);
    return strikes >= this.#strikes;
  }

  has(pattern: string): boolean {
    return (this.#current(pattern)?.strikes ?? 0) >= this.#strikes;
  }

  #current(pattern: string): Offender | undefined {
    const offender = this.#offenders.get(pattern);
    if (offender === undefined || this.#clock() - offender.last < this.#duration) return offender;
    this.#offenders.delete(pattern);
    return undefined;
  }
}
