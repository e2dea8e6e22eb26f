import type { CancelSignal } from "@precept/core";

/** No answer was found in time. Which policies were not checked is not known. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** A point in time after which an answer would be too late. */
export interface Deadline extends Disposable {
  readonly signal: CancelSignal;
  /** Waits for work. @throws DeadlineError when the time has passed. */
  wait<Result>(work: Promise<Result>): Promise<Result>;
}

export function startDeadline(milliseconds: number): Deadline {
  const controller = new AbortController();
  const error = new DeadlineError(`it ran out of time (${milliseconds / 1000} seconds)`);
  const late = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(error), { once: true });
  });
  // It is reported by `wait`.
  late.catch(() => undefined);
  const timer = setTimeout(() => controller.abort(error), milliseconds);
  return {
    signal: controller.signal,
    async wait(work) {
      work.catch(() => undefined);
      return Promise.race([work, late]);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
