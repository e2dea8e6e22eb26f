import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyCodePoint } from "./any-code-point.ts";

it("is any code point except surrogates", () => {
  const codes = fc.sample(anyCodePoint, 10_000).map((text) => text.codePointAt(0) ?? -1);
  expect(codes.every((code) => code >= 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff))).toBe(true);
  expect([0xd7_ff, 0xe0_00, 0x10_ff_ff].map((code) => anyCodePoint.canShrinkWithoutContext(String.fromCodePoint(code)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["", "ab", "\u{D800}", 1].map((value) => anyCodePoint.canShrinkWithoutContext(value))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
