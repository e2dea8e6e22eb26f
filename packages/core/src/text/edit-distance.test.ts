import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

/** The same distance by its definition: the shortest of all ways to edit the first characters. */
function slowDistance(left: string, right: string): number {
  if (left === "" || right === "") return left.length + right.length;
  const [leftRest, rightRest] = [left.slice(1), right.slice(1)];
  const isSwap = left.length > 1 && right.length > 1 && left[0] === right[1] && left[1] === right[0];
  return Math.min(
    slowDistance(leftRest, right) + 1,
    slowDistance(left, rightRest) + 1,
    slowDistance(leftRest, rightRest) + (left[0] === right[0] ? 0 : 1),
    isSwap ? slowDistance(left.slice(2), right.slice(2)) + 1 : Infinity,
  );
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

describe("the distance of two words", () => {
  it.each([
    ["cache", "cahce", 1],
    ["cache", "cach", 1],
    ["cache", "caches", 1],
    ["cache", "cashe", 1],
    ["cache", "hacce", 2],
  ])("%s and %s is %i", (left, right, expected) => {
    expect(editDistance(left, right, 4)).toBe(expected);
  });

  it("is the one of its definition, up to the limit", () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (left, right, limit) => {
        expect(editDistance(left, right, limit)).toBe(Math.min(slowDistance(left, right), limit + 1));
      }),
    );
  });
});
