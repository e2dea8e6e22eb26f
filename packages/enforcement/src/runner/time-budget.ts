import { createContext, Script } from "node:vm";

/**
 * Interrupts work that takes too long, even in the middle of a regular expression.
 *
 * The work is cut off wherever it is, without `catch` or `finally` being run: it has to leave what it did so far in a state that can be used.
 */
export class TimeBudget {
  readonly #context = createContext({ work: undefined });
  readonly #script = new Script("work()");

  /**
   * @param milliseconds at least 1.
   * @returns whether the work was finished. What it throws is thrown here.
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

/** The error may come from the other context, and be no `Error` of this one. */
function isInterruption(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
