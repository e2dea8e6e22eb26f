import { createContext, Script } from "node:vm";

/**
 * Runs synchronous work with a time limit, and interrupts even a regular expression.
 *
 * An interruption runs no `catch` or `finally` of the work: its state must be usable at any point.
 */
export class TimeBudget {
  readonly #context = createContext({ work: undefined });
  readonly #script = new Script("work()");

  /**
   * @param milliseconds at least 1.
   * @returns whether the work finished. Its errors are thrown.
   */
  spend(milliseconds: number, work: () => void): boolean {
    this.#context["work"] = work;
    try {
      this.#script.runInContext(this.#context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
      return true;
    } catch (error) {
      if (isInterruption(error)) return false;
      throw error;
    } finally {
      this.#context["work"] = undefined;
    }
  }
}

/** Whether an error is a timeout. It may be an `Error` of the other context, so `instanceof` does not work. */
function isInterruption(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
