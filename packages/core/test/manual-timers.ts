import type { Timers } from "../src/ports/timers.ts";

/** Timers that only run when a test says so. */
export class ManualTimers implements Timers {
  #now = 0;
  #next = 0;
  readonly #pending = new Map<number, { readonly at: number; readonly callback: () => void }>();

  setTimeout(callback: () => void, ms: number): number {
    this.#next += 1;
    this.#pending.set(this.#next, { at: this.#now + ms, callback });
    return this.#next;
  }

  clearTimeout(timer: unknown): void {
    this.#pending.delete(timer as number);
  }

  /** Lets time pass, with all timers that become due, and everything that they start. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await finishPending();
    for (;;) {
      const due = [...this.#pending].filter(([, { at }]) => at <= end).toSorted(([, left], [, right]) => left.at - right.at)[0];
      if (due === undefined) break;
      const [timer, { at, callback }] = due;
      this.#pending.delete(timer);
      this.#now = at;
      callback();
      await finishPending();
    }
    this.#now = end;
  }
}

/** Waits until work that needs no timer has ended. */
export async function finishPending(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}
