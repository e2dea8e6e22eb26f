/** When a pattern that was interrupted again and again is kept from the fast engine. */
export interface QuarantineOptions {
  /** Interruptions after which a pattern is kept away. Default 3. */
  readonly strikes?: number;
  /** For how long, in milliseconds; and after how long without an interruption all are forgotten. Default ten minutes. */
  readonly duration?: number;
  /** The time in milliseconds, from whenever. */
  readonly clock: () => number;
}

interface Offender {
  readonly strikes: number;
  readonly last: number;
}

/** More patterns are not remembered: the one that was interrupted longest ago is forgotten first. */
const maxOffenders = 1000;

/** Remembers which patterns had to be interrupted. */
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

  /** Notes an interruption. @returns whether the pattern is kept away from now on. */
  strike(pattern: string): boolean {
    const strikes = (this.#current(pattern)?.strikes ?? 0) + 1;
    // Put back at the end, as the latest.
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
