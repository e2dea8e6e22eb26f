import { describe, expect, it } from "vitest";
import { maskSubstitutions } from "./mask-substitutions.ts";

describe("substitutions", () => {
  it.each([
    ["a b", "a b", []],
    ["rm $(ls a b) c", "rm \u00000\0 c", ["$(ls a b)"]],
    ["$(a $(b c)) $(d)", "\u00000\0 \u00001\0", ["$(a $(b c))", "$(d)"]],
    ["$(grep '(' a) b", "\u00000\0 b", ["$(grep '(' a)"]],
    ['$(grep "\\"(" a) b', "\u00000\0 b", ['$(grep "\\"(" a)']],
    ["$(echo \\( a) b", "\u00000\0 b", ["$(echo \\( a)"]],
  ])("of %j are masked", (text, masked, masks) => {
    expect(maskSubstitutions(text)).toEqual({ masked, masks });
  });

  it.each(["$(a b", "$(a 'b) c", "$(a (b) c", "\u00000\0 $(a)"])("of %j stay, since they do not end", (text) => {
    expect(maskSubstitutions(text)).toEqual({ masked: text, masks: [] });
  });
});
