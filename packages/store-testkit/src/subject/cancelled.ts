import type { CancelSignal } from "@precept/core";
import { expect } from "vitest";

/** As much of a signal as the port asks for, so that a store which wants more is found out. It is given from the n-th look on. */
export function signalAtLook(looks: number, reason: Error): CancelSignal {
  let looked = 0;
  const isGiven = (): boolean => {
    looked += 1;
    return looked > looks;
  };
  return {
    get aborted() {
      return isGiven();
    },
    throwIfAborted() {
      if (isGiven()) throw reason;
    },
  };
}

/** Expects that a call which is given an aborted signal rejects with the signal's own reason. */
export async function expectCancelled(call: (options: { readonly signal: CancelSignal }) => Promise<unknown>): Promise<void> {
  const reason = new Error("The caller went away.");
  await expect(call({ signal: signalAtLook(0, reason) })).rejects.toBe(reason);
}
