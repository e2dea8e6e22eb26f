import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../../../core/test/arbitraries.ts";
import { visibleLine } from "./visible-line.ts";

it.each([
  ["a\r\n  b\tc", "a b c"],
  ["a\u2028b", "a b"],
  ["zero\u200B\u2060width", "zerowidth"],
  ["\u202Eover\u202C", "over"],
  ["tag\u{E0041}\u{E007F}", "tag"],
  ["👩‍👩‍👧 می‌خواهم", "👩‍👩‍👧 می‌خواهم"],
])("makes a visible line of %j: %j", (text, expected) => {
  expect(visibleLine(text)).toBe(expected);
});

it("cuts a long line with an ellipsis, and no character in two", () => {
  expect(visibleLine("abcdef", 4)).toBe("abc…");
  expect(visibleLine("ab😀def", 4)).toBe("ab…");
  expect(visibleLine("abcd", 4)).toBe("abcd");
});

it("returns one well-formed line of at most the given length, and nothing else if applied again", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: anyCodePoint })), fc.integer({ min: 3, max: 50 }), (text, maxLength) => {
      const line = visibleLine(text, maxLength);
      expect(line.length).toBeLessThanOrEqual(maxLength);
      expect(line).not.toMatch(/[\r\n\u2028\u2029\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\p{Surrogate}]/u);
      expect(visibleLine(line, maxLength)).toBe(line);
    }),
  );
});
