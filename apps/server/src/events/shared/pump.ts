/** The pause before a publication that failed is tried again, in milliseconds. */
const retryMs = 500;

/** Runs a function after each call of `wake`, once for all calls that arrive while it runs, and again later if it fails. */
export class Pump {
  readonly #work: () => Promise<void>;
  #isNeeded = false;
  #isRunning = false;
  #isStopped = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  wake(): void {
    this.#isNeeded = true;
    if (!this.#isRunning) void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isNeeded && !this.#isStopped) {
      this.#isNeeded = false;
      try {
        await this.#work();
      } catch {
        this.#isNeeded = true;
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
    this.#isRunning = false;
  }
}
