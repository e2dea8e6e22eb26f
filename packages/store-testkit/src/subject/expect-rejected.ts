import { PreceptError, type CancelSignal, type ErrorCode, type RuleStore } from "@precept/core";
import { expect } from "vitest";
import type { Subject } from "../check.ts";
import { recordChanges } from "./listen.ts";
import { snapshotOf, sortedNamesOf } from "./read.ts";

/** Expects that a call rejects with an error of this code, or with any Precept error. */
export async function expectRejected(call: Promise<unknown>, code?: ErrorCode): Promise<void> {
  const [outcome] = await Promise.allSettled([call]);
  const expected = code ?? "an error";
  if (outcome.status === "fulfilled")
    expect.fail(`Expected ${expected}; the call resolved with ${JSON.stringify(outcome.value)}.`);
  if (!PreceptError.is(outcome.reason, code))
    expect.fail(`Expected ${expected}; the call was rejected with: ${String(outcome.reason)}`);
}

/** Expects that a call rejects, and neither changes rules nor notifies listeners. */
export async function expectRejectedUnchanged(store: RuleStore, call: () => Promise<unknown>, code?: ErrorCode): Promise<void> {
  await expectUnchanged(store, () => expectRejected(call(), code));
}

/** Expects that work neither changes rules nor notifies listeners. */
export async function expectUnchanged(store: RuleStore, work: () => Promise<unknown>): Promise<void> {
  const before = await snapshotOf(store);
  const { changes, unsubscribe } = recordChanges(store);
  await work();
  unsubscribe();
  expect(await snapshotOf(store)).toEqual(before);
  expect(changes).toEqual([]);
}

/** The values of the promises that were fulfilled. */
export function fulfilledIn<Value>(outcomes: readonly PromiseSettledResult<Value>[]): readonly Value[] {
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** The outcomes that are rejections with an error of this code. */
export function rejectedWith(code: ErrorCode, outcomes: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
  return outcomes.filter((outcome) => outcome.status === "rejected" && PreceptError.is(outcome.reason, code));
}

/**
 * Expects that a write that closes a cycle of replacements is rejected, and changes nothing. A store without
 * `cycleChecks` may accept it, but then no rule supersedes another one. All rules of the store must be in the cycle.
 */
export async function expectCyclePrevented(subject: Subject, write: () => Promise<unknown>): Promise<void> {
  if (subject.capabilities.cycleChecks) {
    await expectRejectedUnchanged(subject.store, write, "RULE_INVALID");
    return;
  }
  const [outcome] = await Promise.allSettled([write()]);
  if (outcome.status === "rejected") expect(PreceptError.is(outcome.reason, "RULE_INVALID")).toBe(true);
  else expect(await sortedNamesOf(subject.store, { filter: { status: ["superseded"] } })).toEqual([]);
}

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

/** Expects the same, and that the call neither changes rules nor notifies listeners. */
export async function expectAbortedUnchanged(store: RuleStore, call: Parameters<typeof expectAborted>[0]): Promise<void> {
  await expectUnchanged(store, () => expectAborted(call));
}
