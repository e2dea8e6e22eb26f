import { ConnectionError } from "../connection-error.ts";

/** A signal for one call. */
export interface Deadline {
  /** Aborted by the caller's signal, or with a `ConnectionError` after the time limit. */
  readonly signal: AbortSignal;
  /** Ends the time limit. */
  readonly end: () => void;
}

/**
 * Starts the time limit of a call.
 *
 * @param timeoutMs 0: no limit.
 */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(caller?.reason);
  if (caller?.aborted === true) abort();
  caller?.addEventListener("abort", abort, { once: true });
  const timer =
    timeoutMs === 0
      ? undefined
      : setTimeout(
          () => controller.abort(new ConnectionError("TIMEOUT", `The server did not answer within ${timeoutMs} ms.`)),
          timeoutMs,
        );
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", abort);
    },
  };
}
