import { expect, it } from "vitest";
import { OpenOnce } from "./open-once.ts";

it("opens once for all callers, and again after a failure", async () => {
  let calls = 0;
  const once = new OpenOnce(async () => {
    calls += 1;
    if (calls === 1) throw new Error("It is away.");
    return calls;
  });
  expect(once.current).toBeUndefined();
  const failed = await Promise.allSettled([once.get(), once.get()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(once.current).toBeUndefined();
  expect(await Promise.all([once.get(), once.get(), once.get()])).toEqual([2, 2, 2]);
  expect(await once.current).toBe(2);
});
