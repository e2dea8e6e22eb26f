import { describe, expect, it } from "vitest";
import { toLinearPattern } from "./linear-syntax.ts";

describe("a pattern for the linear engine", () => {
  it("expands every class", () => {
    expect(toLinearPattern("a\\d")?.syntax).toBe("[\\x{61}-\\x{61}][\\x{30}-\\x{39}]");
    expect(toLinearPattern("k", "i")?.syntax).toBe("[\\x{4b}-\\x{4b}\\x{6b}-\\x{6b}]");
    expect(toLinearPattern("k", "iu")?.syntax).toBe("[\\x{4b}-\\x{4b}\\x{6b}-\\x{6b}\\x{212a}-\\x{212a}]");
    expect(toLinearPattern(".")?.syntax).toBe("[\\x{0}-\\x{9}\\x{b}-\\x{c}\\x{e}-\\x{2027}\\x{202a}-\\x{ffff}]");
    expect(toLinearPattern("[😀-😂]", "u")?.syntax).toBe("[\\x{1f600}-\\x{1f602}]");
    expect(toLinearPattern("[\\ud7ff\\ue001]")?.syntax).toBe("[\\x{d7ff}-\\x{d7ff}\\x{e001}-\\x{e001}]");
    expect(toLinearPattern("[\\ud800-\\uffff]")?.syntax).toBe("[\\x{d800}-\\x{ffff}]");
    expect(toLinearPattern("[]")?.syntax).toBe("[^\\x{0}-\\x{10ffff}]");
  });

  it("keeps groups, repetitions and anchors", () => {
    expect(toLinearPattern("^(?:a|(?<b>c))+?$")).toBeUndefined();
    const pattern = toLinearPattern("^(?<b>c)+?(d)$");
    expect(pattern?.syntax).toBe("\\A(?:([\\x{63}-\\x{63}])){1,}?([\\x{64}-\\x{64}])\\z");
    expect(pattern?.names).toEqual(new Map([[1, "b"]]));
  });

  it.each([
    ["(?=a)b", ""],
    ["(?<!a)b", ""],
    ["(a)\\1", ""],
    ["(?i:a)b", ""],
    ["[\\q{ab|c}]", "v"],
    ["\\bk", "iu"],
    // RE2 accepts an empty round, and keeps the groups of earlier rounds.
    ["(?:|a)*", ""],
    ["(?:a*|b)*", ""],
    ["(a*)?", ""],
    ["(?:(a)|b)*", ""],
    ["(?:(a)?b)+", ""],
    ["a{1001}", ""],
    ["\\ud83d", ""],
    ["\\ud800", ""],
    ["\\udfff", ""],
    // Some surrogates, and the character that replaces all of them.
    ["[\\ud801-\\uffff]", ""],
    ["(", ""],
  ])("does not exist for %s with the flags '%s'", (source, flags) => {
    expect(toLinearPattern(source, flags)).toBeUndefined();
  });

  it("normalises line endings if the pattern uses `^` or `$` and does not distinguish them", () => {
    expect(toLinearPattern("^a.*$", "m")?.prepare("a\r\nb\u2028c")).toBe("a\n\nb\nc");
    expect(toLinearPattern("^a[^\\n]*$", "m")?.prepare("a\r\nb")).toBeUndefined();
    expect(toLinearPattern("^a[^\\n]*$", "m")?.prepare("a\nb")).toBe("a\nb");
    expect(toLinearPattern("a[^\\n]*", "m")?.prepare("a\r\nb")).toBe("a\r\nb");
  });

  it("replaces surrogates, unless the pattern has the flag u or v", () => {
    expect(toLinearPattern("a.")?.prepare("a😀")).toBe("a\uE000\uE000");
    expect(toLinearPattern("a.", "u")?.prepare("a😀")).toBe("a😀");
  });
});
