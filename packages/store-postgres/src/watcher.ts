import type { Database } from "./database.ts";

/** Calls a function after notifications, and at intervals, because a notification can be lost with its connection. */
export class Watcher {
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #check: () => Promise<void>;
  #isChecking = false;
  #isNeeded = false;
  #isStopped = false;

  /** @param check its errors are ignored: it is called again. */
  constructor(database: Database, channel: string, pollMs: number, check: () => Promise<void>) {
    this.#check = check;
    this.#timer = setInterval(() => this.#wake(), pollMs).unref();
    this.#listen(database, channel, pollMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  #listen(database: Database, channel: string, pollMs: number): void {
    database
      .listen(channel, () => this.#wake())
      .catch(() => {
        // The server cannot be reached yet. Meanwhile the interval finds the changes.
        if (!this.#isStopped) setTimeout(() => this.#listen(database, channel, pollMs), pollMs).unref();
      });
  }

  /** Checks once for all notifications that arrive during a check. */
  #wake(): void {
    this.#isNeeded = true;
    if (!this.#isChecking) void this.#checkWhileNeeded();
  }

  async #checkWhileNeeded(): Promise<void> {
    this.#isChecking = true;
    while (this.#isNeeded && !this.#isStopped) {
      this.#isNeeded = false;
      await this.#check().catch(() => undefined);
    }
    this.#isChecking = false;
  }
}
