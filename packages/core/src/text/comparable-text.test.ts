import { expect, it } from "vitest";
import { comparableText } from "./comparable-text.ts";

it.each([
  ["Use tabs.", " use \t TABS.\r\n", true],
  ["Größe", "GRO\u0308ßE", true],
  ["Use tabs.", "Use tabs", false],
  ["Use tab s.", "Use tabs.", false],
])("of %j and %j: %s", (left, right, areSame) => {
  expect(comparableText(left) === comparableText(right)).toBe(areSame);
});
