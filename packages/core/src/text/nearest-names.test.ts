import { expect, it } from "vitest";
import { nearestNames } from "./nearest-names.ts";

const names = ["security-review", "style", "styles", "api", "testing", "Tile"];

it.each([
  ["stile", ["Tile", "style"]],
  ["STYLE", ["style", "styles"]],
  ["review", ["security-review"]],
  ["apii", ["api"]],
  ["ap", ["api"]],
  ["tesitng", ["testing"]],
  ["zzz", []],
  ["zpi", []],
  ["", []],
])("%j was probably meant as %j", (written, expected) => {
  expect(nearestNames(written, names)).toEqual(expected);
});

it("names three at most, nearest first, then by code point, and each once", () => {
  expect(nearestNames("rule", ["rule4", "rule2", "rule1", "rule3", "rule1"])).toEqual(["rule1", "rule2", "rule3"]);
  expect(nearestNames("abcdef", ["abcxyf", "abcdxf", "abcdeg"], 2)).toEqual(["abcdeg", "abcdxf"]);
});
