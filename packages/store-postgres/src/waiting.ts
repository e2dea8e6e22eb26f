/** Lets at most some calls run at the same time. Others wait, in order. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #maxWaiting: number;
  #free: number;

  constructor(count: number, maxWaiting: number) {
    this.#free = count;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Waits for a turn.
   *
   * @returns the function that ends the turn; undefined if too many calls wait, or if it takes longer than `timeoutMs`.
   */
  async take(timeoutMs: number): Promise<(() => void) | undefined> {
    if (this.#free > 0) {
      this.#free -= 1;
      return () => this.#end();
    }
    if (this.#waiting.length >= this.#maxWaiting) return undefined;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const start = (): void => resolve(true);
    this.#waiting.push(start);
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const hasTurn = await promise;
    clearTimeout(timer);
    if (hasTurn) return () => this.#end();
    const at = this.#waiting.indexOf(start);
    if (at === -1) this.#end();
    else this.#waiting.splice(at, 1);
    return undefined;
  }

  #end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
