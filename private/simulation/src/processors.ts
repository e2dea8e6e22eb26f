import type { EventQueue } from "./event-queue.ts";

/** Processors that work on one task each, in the order in which the tasks arrive. */
export class Processors {
  readonly #events: EventQueue;
  /** When each is free, in milliseconds. */
  readonly #freeAt: number[];
  #busyMs = 0;

  constructor(events: EventQueue, count: number) {
    this.#events = events;
    this.#freeAt = Array.from({ length: count }, () => 0);
  }

  /** The processor time of all tasks so far, in milliseconds. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** Does a task. @param ms the processor time that it takes. @param done called when it is done. */
  work(ms: number, done?: () => void): void {
    const { now } = this.#events;
    let earliest = 0;
    for (const [at, free] of this.#freeAt.entries()) if (free < (this.#freeAt[earliest] ?? 0)) earliest = at;
    const end = Math.max(now, this.#freeAt[earliest] ?? 0) + ms;
    this.#freeAt[earliest] = end;
    this.#busyMs += ms;
    if (done !== undefined) this.#events.add(end - now, done);
  }

  /** Does a task in parts on all processors together. @param done called when the last part is done. */
  workTogether(ms: number, done: () => void): void {
    const part = ms / this.#freeAt.length;
    let left = this.#freeAt.length;
    for (let at = this.#freeAt.length; at > 0; at -= 1) {
      this.work(part, () => {
        left -= 1;
        if (left === 0) done();
      });
    }
  }
}
