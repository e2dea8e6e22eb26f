import { describe, expect, it } from "vitest";
import { maskSubstitutions } from "./mask-substitutions.ts";

describe("substitutions", () => {
  it.each([
    ["a b", "a b", []],
    ["rm $(ls a b) c", "rm \0" + "0\0 c", ["$(ls a b)"]],
    ["$(a $(b c)) $(d)", "\0" + "0\0 \0" + "1\0", ["$(a $(b c))", "$(d)"]],
    ["$(grep '(' a) b", "\0" + "0\0 b", ["$(grep '(' a)"]],
    ['$(grep "\\"(" a) b', "\0" + "0\0 b", ['$(grep "\\"(" a)']],
    ["$(echo \\( a) b", "\0" + "0\0 b", ["$(echo \\( a)"]],
  ])("of %j are masked", (text, masked, masks) => {
    expect(maskSubstitutions(text)).toEqual({ masked, masks });
  });

  it.each(["$(a b", "$(a 'b) c", "$(a (b) c", "\0" + "0\0 $(a)"])("of %j stay, since they do not end", (text) => {
    expect(maskSubstitutions(text)).toEqual({ masked: text, masks: [] });
  });
});
