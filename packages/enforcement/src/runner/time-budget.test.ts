import { expect, it } from "vitest";
import { runWithin } from "./time-budget.ts";

it("completes work within the budget", () => {
  let sum = 0;
  expect(runWithin(1000, () => (sum += 1))).toBe(true);
  expect(sum).toBe(1);
});

it("interrupts a regular expression and a loop, and can be used again", () => {
  expect(runWithin(10, () => void /(a+)+$/.test(`${"a".repeat(60)}!`))).toBe(false);
  expect(
    runWithin(10, () => {
      for (;;);
    }),
  ).toBe(false);
  expect(runWithin(1000, () => {})).toBe(true);
});

it("preserves the effects of work before the interruption", () => {
  const done = new Set<string>();
  runWithin(20, () => {
    for (const pattern of ["a", "b", "(a+)+$", "c"]) {
      new RegExp(pattern).test(`${"a".repeat(60)}!`);
      done.add(pattern);
    }
  });
  expect([...done]).toEqual(["a", "b"]);
});

it("does not count the time in which the thread does not run", () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let starts = 0;
  const isFinished = runWithin(5, () => {
    starts += 1;
    // Ends after 100 ms. V8 can interrupt it.
    Atomics.wait(cell, 0, 0, 100);
  });
  expect(isFinished).toBe(true);
  expect(starts).toBeGreaterThan(1);
});

it("throws the errors of the work", () => {
  const error = new Error("error");
  expect(() =>
    runWithin(1000, () => {
      throw error;
    }),
  ).toThrow(error);
  expect(runWithin(1000, () => {})).toBe(true);
});
