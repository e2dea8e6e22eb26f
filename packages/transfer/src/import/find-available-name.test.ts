import { expect, it } from "vitest";
import { findAvailableName } from "./find-available-name.ts";

it("returns the first candidate that is not taken, or else the last one with a number", () => {
  const find = (...taken: string[]): string => findAvailableName(["a", "a-x"], (name) => taken.includes(name), taken.length);
  expect([find(), find("a"), find("a", "a-x"), find("a", "a-x", "a-x-2", "a-x-4")]).toEqual(["a", "a-x", "a-x-2", "a-x-3"]);
});

it("throws if more names are taken than can be", () => {
  expect(() => findAvailableName(["a"], () => true, 3)).toThrow("More than 3 names are taken.");
});
