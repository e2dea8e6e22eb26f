import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { PatternMatch } from "./pattern-runner.ts";
import { withoutOverlapping } from "./overlapping-matches.ts";

const text = "x".repeat(20);
const match = fc
  .tuple(fc.nat({ max: 19 }), fc.nat({ max: 4 }))
  .map(([index, length]): PatternMatch => ({ index, text: text.slice(index, index + length), groups: {} }));
/** Matches of one pattern: in order and without overlaps. */
const inOrder = fc.array(match, { maxLength: 8 }).map((all) => {
  let end = -1;
  return all
    .toSorted((left, right) => left.index - right.index)
    .filter(({ index, text: own }) => {
      if (index < end) return false;
      end = index + Math.max(own.length, 1);
      return true;
    });
});

it("retains exactly the matches that share no character with another one", () => {
  fc.assert(
    fc.property(inOrder, fc.array(match, { maxLength: 8 }), (matches, others) => {
      const covered = new Set(others.flatMap(({ index, text: own }) => Array.from(own, (_, at) => index + at)));
      const expected = matches.filter(({ index, text: own }) =>
        Array.from({ length: Math.max(own.length, 1) }, (_, at) => index + at).every((offset) => !covered.has(offset)),
      );
      expect(withoutOverlapping(matches, others)).toEqual(expected);
    }),
  );
});
