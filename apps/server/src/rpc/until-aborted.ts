import { Code, ConnectError } from "@connectrpc/connect";

/**
 * Waits for a call until a signal is aborted, so that a client gets an answer at its deadline even if a store does not
 * react to the signal.
 *
 * @throws ConnectError the reason of the signal: `DeadlineExceeded` or `Canceled`.
 */
export function untilAborted<Result>(call: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(ConnectError.from(signal.reason, Code.Canceled));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
