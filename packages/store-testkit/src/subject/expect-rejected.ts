import { PreceptError, type ErrorCode } from "@precept/core";
import { expect } from "vitest";
import type { Subject } from "../check.ts";
import { recordChanges } from "./listen.ts";
import { snapshotOf } from "./read.ts";

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
export async function expectRejectedUnchanged(
  { store }: Pick<Subject, "store">,
  call: () => Promise<unknown>,
  code?: ErrorCode,
): Promise<void> {
  const before = await snapshotOf(store);
  const { changes, unsubscribe } = recordChanges(store);
  await expectRejected(call(), code);
  unsubscribe();
  expect(await snapshotOf(store)).toEqual(before);
  expect(changes).toEqual([]);
}
