import { expect, it } from "vitest";
import { firstFree } from "./first-free.ts";

it("returns the first candidate that is not taken, then the last one with a number", () => {
  const find = (...taken: string[]): string => firstFree(["a", "a-x"], (name) => taken.includes(name), taken.length);
  expect([find(), find("a"), find("a", "a-x"), find("a", "a-x", "a-x-2", "a-x-4")]).toEqual(["a", "a-x", "a-x-2", "a-x-3"]);
});

it("ends even if every candidate is said to be taken", () => {
  expect(() => firstFree(["a"], () => true, 3)).toThrow("More than 3 names are taken.");
});
