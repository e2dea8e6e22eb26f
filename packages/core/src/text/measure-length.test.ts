import { anyCodePoint } from "../../../../private/testing/src/any-code-point.ts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isLonger, measureLength } from "./measure-length.ts";

it("measures the length in UTF-8 bytes and in UTF-16 code units", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (text) => {
      expect(measureLength(text, "bytes")).toBe(encodeURIComponent(text).replace(/%../g, "%").length);
      expect(measureLength(text, "characters")).toBe(text.length);
    }),
  );
});

it.each([0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000])("measures the character U+%s at a limit of UTF-8", (code) => {
  const text = String.fromCodePoint(code);
  expect(measureLength(text, "bytes")).toBe(new TextEncoder().encode(text).length);
});

it("measures a lone surrogate as the character that encoders write instead", () => {
  const encoder = new TextEncoder();
  for (const text of ["\ud83d", "a\udc00b", "\udc00\ud83d", "\ud83d\ude00"]) {
    expect(measureLength(text, "bytes")).toBe(encoder.encode(text).length);
  }
});

it("compares a text with a length as its measured length", () => {
  const lengths = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), lengths, fc.constantFrom("bytes", "characters"), (text, max, unit) => {
      expect(isLonger(text, { max, unit })).toBe(measureLength(text, unit) > max);
    }),
  );
  expect(isLonger("a", { max: Number.POSITIVE_INFINITY, unit: "bytes" })).toBe(false);
});
