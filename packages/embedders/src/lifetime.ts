import type { CancelSignal } from "@precept/core";

/** How the work of one call notices that it was aborted, or that the embedder was disposed of. */
export interface CallContext {
  /** Aborted with the reason. */
  readonly signal: AbortSignal;
  /** Throws the reason. Also notices signals of callers that can only be polled. */
  throwIfAborted(): void;
}

/** Tracks the calls of an embedder, so that disposing of it ends them. */
export class Lifetime {
  readonly #createClosedError: () => Error;
  readonly #calls = new Map<AbortController, Promise<unknown>>();
  #isClosed = false;

  /** @param createClosedError creates the error of calls that are pending on closing or come later. */
  constructor(createClosedError: () => Error) {
    this.#createClosedError = createClosedError;
  }

  /**
   * Runs the work of a call. Rejects as soon as the caller's signal is aborted or the embedder is closed, even if the
   * work cannot be interrupted.
   *
   * @throws the reason of the caller's signal.
   */
  async run<Result>(signal: CancelSignal | undefined, work: (call: CallContext) => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw this.#createClosedError();
    const controller = new AbortController();
    const aborted = signal instanceof AbortSignal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    const throwIfAborted = (): void => {
      signal?.throwIfAborted();
      aborted.throwIfAborted();
    };
    const working = work({ signal: aborted, throwIfAborted });
    this.#calls.set(controller, working);
    const forget = (): void => void this.#calls.delete(controller);
    working.then(forget, forget);
    return raceAbort(aborted, working);
  }

  /** Rejects pending and later calls, and waits for work that cannot be interrupted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const calls = [...this.#calls];
    for (const [controller] of calls) controller.abort(this.#createClosedError());
    await Promise.allSettled(calls.map(([, working]) => working));
  }
}

/** Rejects with the reason of a signal as soon as it is aborted; otherwise returns the result of the promise. */
export async function raceAbort<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    // An aborted signal comes first.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
