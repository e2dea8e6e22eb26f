import type { CancelSignal } from "@precept/core";
import { expect } from "vitest";

/** Creates a signal with only the members of the port. It is aborted after a number of checks. */
export function createSignal(checks: number, reason: Error): CancelSignal {
  let count = 0;
  const isAborted = (): boolean => {
    count += 1;
    return count > checks;
  };
  return {
    get aborted() {
      return isAborted();
    },
    throwIfAborted() {
      if (isAborted()) throw reason;
    },
  };
}

/** Expects that a call with an aborted signal rejects with the reason of the signal. */
export async function expectAborted(call: (options: { readonly signal: CancelSignal }) => Promise<unknown>): Promise<void> {
  const reason = new Error("Aborted by the caller.");
  await expect(call({ signal: createSignal(0, reason) })).rejects.toBe(reason);
}
