import { describe, expect, it } from "vitest";
import { firstOverScore, type FoundSign } from "./sign-score.ts";

const text = "abc ".repeat(100);
const sign = (weight: number, ...indexes: number[]): FoundSign => ({
  weight,
  matches: indexes.map((index) => ({ index, text: "abc", groups: {} })),
});

describe("signs", () => {
  it.each([
    ["add up in one part of the text", [sign(2, 0), sign(3, 40)], 0],
    ["are found where their sum is first reached", [sign(2, 0, 200), sign(3, 240)], 200],
    ["that have no place count everywhere", [sign(2), sign(3, 120)], 120],
    ["decide alone if they weigh enough", [sign(5, 80)], 80],
  ])("%s", (_, signs, index) => {
    expect(firstOverScore(signs, { atLeast: 5, within: 50 }, text)?.index).toBe(index);
  });

  it.each([
    ["that are far from each other do not add up", [sign(2, 0), sign(3, 200)]],
    ["count once, however often they match", [sign(2, 0, 10, 20, 30)]],
    ["without any place are no match", [sign(9)]],
  ])("%s", (_, signs) => {
    expect(firstOverScore(signs, { atLeast: 5, within: 50 }, text)).toBeUndefined();
  });
});
