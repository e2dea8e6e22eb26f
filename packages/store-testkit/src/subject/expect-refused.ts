import { PreceptError, type ErrorCode } from "@precept/core";
import { expect } from "vitest";
import type { Subject } from "../check.ts";
import { listenTo } from "./listen.ts";
import { everything } from "./read.ts";

/** Expects a failure with this code, or any. A rejection, not an exception on the way to a promise: callers handle one of them. */
export async function expectRefused(call: Promise<unknown>, code?: ErrorCode): Promise<void> {
  const [outcome] = await Promise.allSettled([call]);
  const expected = code ?? "a failure";
  if (outcome.status === "fulfilled")
    expect.fail(`Expected ${expected}; the call was fulfilled with ${JSON.stringify(outcome.value)}.`);
  if (!PreceptError.is(outcome.reason, code))
    expect.fail(`Expected ${expected}; the call was rejected with: ${String(outcome.reason)}`);
}

/** Expects that a call is refused, that the store then holds what it held, and that no listener was told of anything. */
export async function expectRefusedUnchanged(
  { store }: Pick<Subject, "store">,
  call: () => Promise<unknown>,
  code?: ErrorCode,
): Promise<void> {
  const before = await everything(store);
  const { heard, leave } = listenTo(store);
  await expectRefused(call(), code);
  leave();
  expect(await everything(store)).toEqual(before);
  expect(heard).toEqual([]);
}
