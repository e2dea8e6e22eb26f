import { expect, it } from "vitest";
import { withoutOverlapping } from "./overlapping-matches.ts";

const match = (index: number, length: number) => ({ index, text: "x".repeat(length), groups: {} });

it.each([
  ["just before", [[0, 3]], [[3, 2]], true],
  ["just after", [[5, 3]], [[3, 2]], true],
  ["overlapping the start", [[0, 4]], [[3, 2]], false],
  ["overlapping the end", [[4, 3]], [[3, 2]], false],
  ["inside", [[3, 1]], [[0, 9]], false],
  ["around", [[0, 9]], [[3, 1]], false],
  ["an empty one before a character", [[3, 0]], [[3, 1]], false],
  ["an empty one after it", [[4, 0]], [[3, 1]], true],
  ["beside an empty one", [[3, 2]], [[3, 0]], true],
  [
    "inside of a long one that began earlier",
    [[6, 1]],
    [
      [5, 1],
      [0, 9],
    ],
    false,
  ],
  ["at the start of the text", [[0, 1]], [[1, 1]], true],
  ["at the start, covered", [[0, 1]], [[0, 1]], false],
] as const)("a match %s remains: %s, %s: %s", (_, [[index, length]], others, remains) => {
  const left = withoutOverlapping(
    [match(index, length)],
    others.map(([at, size]) => match(at, size)),
  );
  expect(left.length === 1).toBe(remains);
});
