import type { CancelSignal } from "@precept/core";

/** Rejects with the reason of a signal as soon as it is aborted; otherwise returns the result of the promise. */
export async function raceAbort<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  if (signal.aborted) {
    promise.catch(ignore);
    throw signal.reason;
  }
  let onAbort = ignore;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Whether a signal reports that it was aborted. Others can only be polled. */
export function isAbortSignal(signal: CancelSignal | undefined): signal is AbortSignal {
  return signal instanceof AbortSignal;
}

function ignore(): void {}
