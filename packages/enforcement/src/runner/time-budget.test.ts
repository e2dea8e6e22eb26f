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
  const done: string[] = [];
  runWithin(20, () => {
    for (const pattern of ["a", "b", "(a+)+$", "c"]) {
      new RegExp(pattern).test(`${"a".repeat(60)}!`);
      done.push(pattern);
    }
  });
  expect(done).toEqual(["a", "b"]);
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
