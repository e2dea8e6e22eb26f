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
])("suggests for %j: %j", (written, expected) => {
  expect(nearestNames(written, names)).toEqual(expected);
});

it("returns at most three names without duplicates, nearest first, then by code point", () => {
  expect(nearestNames("rule", ["rule4", "rule2", "rule1", "rule3", "rule1"])).toEqual(["rule1", "rule2", "rule3"]);
  expect(nearestNames("abcdef", ["abcxyf", "abcdxf", "abcdeg"], 2)).toEqual(["abcdeg", "abcdxf"]);
});

it.each([
  ["foo", ["roo", "fo", "food"], ["food", "fo"]],
  ["ab", ["xab", "ab"], ["ab"]],
  ["abc", ["xabcx"], []],
  ["abcd", ["xabcdx", "bbcd"], ["xabcdx", "bbcd"]],
  ["abcde", ["abcxx", "abcdx"], ["abcdx"]],
  ["abcdef", ["abcdxx", "abcxxx"], ["abcdxx"]],
])("allows as many edits as a third of %j: %j", (written, known, expected) => {
  expect(nearestNames(written, known)).toEqual(expected);
});
