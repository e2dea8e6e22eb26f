import { describe, expect, it } from "vitest";
import { requiredLiterals } from "./required-literals.ts";

describe("the required literals of a pattern", () => {
  it.each([
    ["rm -rf", "", ["rm -rf"]],
    [String.raw`\beval\(`, "", ["eval("]],
    ["PASSWORD", "", ["password"]],
    ["console\\.(?:log|debug)\\(", "", ["console.log(", "console.debug("]],
    ["(foo)(ba[rz])", "", ["foobar", "foobaz"]],
    ["[Ss]ecret", "", ["secret"]],
    ["x-{5}BEGIN", "", ["x-----begin"]],
    ["foo+bar?", "", ["foo"]],
    ["\\x61\\u0062\\cJ", "", ["ab\n"]],
    ["a.*secret.*b", "", ["secret"]],
    ["(?:secret|token\\d+)=", "", ["secret", "token"]],
    ["(?=.*needle)x", "", ["needle"]],
    ["(?<=needle)\\w", "", ["needle"]],
    ["(?:abc){3}", "", ["abcabcabc"]],
    ["colou?r", "", ["color", "colour"]],
    ["^import\\b$", "m", ["import"]],
  ])("%s with the flags '%s' requires one of %j", (source, flags, literals) => {
    expect(requiredLiterals(source, flags)?.toSorted()).toEqual(literals.toSorted());
  });

  it.each([
    ["\\d+", ""],
    ["a*", ""],
    ["foo|\\w+", ""],
    ["(?:foo)?", ""],
    ["(?!foo)", ""],
    ["(?<!foo)", ""],
    ["(a*)\\1", ""],
    ["é", ""],
    ["[^a]", ""],
    ["[]", ""],
    ["(?:foo){0}", ""],
    [".", "s"],
    ["[\\q{foo|bar}]", "v"],
    ["(unclosed", ""],
    ["foo", "uv"],
  ])("%s with the flags '%s' requires none", (source, flags) => {
    expect(requiredLiterals(source, flags)).toBeUndefined();
  });

  it("end at k and s with the flag i and u or v, which fold other characters to k and s", () => {
    expect(requiredLiterals("mask", "i")).toEqual(["mask"]);
    expect(requiredLiterals("mask", "u")).toEqual(["mask"]);
    expect(requiredLiterals("mask", "iu")).toEqual(["ma"]);
    expect(requiredLiterals("(?i:mask)", "v")).toEqual(["ma"]);
    const ascii = Array.from({ length: 128 }, (_, code) => `[${String.fromCodePoint(code).replace(/[\\\]^]/, "\\$&")}]`);
    const beyond = Array.from({ length: 0x10ffff - 127 }, (_, position) => position + 128)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .join("");
    const foldedTo = (flags: string) => ascii.filter((letter) => new RegExp(letter, flags).test(beyond));
    expect(foldedTo("i")).toEqual([]);
    expect(foldedTo("iu")).toEqual(["[K]", "[S]", "[k]", "[s]"]);
  });

  it.each([
    ["a repetition contributes eight copies", "(?:ab){8}", ["abababababababab"]],
    ["further copies are unknown", "a{9}", ["aaaaaaaa"]],
    ["an exact number of copies continues", "a{8}b", ["aaaaaaaab"]],
    ["more copies do not", "a{9}b", ["aaaaaaaa"]],
    ["an open repetition does not continue", "a{2,}b", ["aa"]],
    ["a class of eight characters", "x[a-h]", ["xa", "xb", "xc", "xd", "xe", "xf", "xg", "xh"]],
    ["a class of nine characters ends it", "x[a-i]", ["x"]],
    ["a range of both cases", "x[A-Da-d]", ["xa", "xb", "xc", "xd"]],
    ["an escape in a class ends it", "x[a\\d]", ["x"]],
    ["24 characters", "abcdefghijklmnopqrstuvwx", ["abcdefghijklmnopqrstuvwx"]],
    ["a 25th character ends it", "abcdefghijklmnopqrstuvwxy", ["abcdefghijklmnopqrstuvwx"]],
    ["an optional part", "xa?y", ["xy", "xay"]],
    ["an optional part that is unknown", "xx(?:a+)?y", ["xx"]],
    ["a part that may be repeated", "xx(?:a){0,2}y", ["xx"]],
    ["a negative lookahead says nothing", "(?!abc)xy", ["xy"]],
    ["a longer lookahead is better", "(?=abc)x", ["abc"]],
  ])("%s: %s", (_, source, literals) => {
    expect(requiredLiterals(source)?.toSorted()).toEqual(literals.toSorted());
  });

  it.each([
    ["32 texts in parallel", "[ab]".repeat(5), 32],
    ["128 alternatives", Array.from({ length: 128 }, (_, at) => `w${at}x`).join("|"), 128],
    ["129 alternatives", Array.from({ length: 129 }, (_, at) => `w${at}x`).join("|"), undefined],
  ])("of %s", (_, source, count) => expect(requiredLiterals(source)?.length).toBe(count));

  it("are few and short, even for long patterns", () => {
    const many = Array.from({ length: 100 }, (_, number) => `word${number}`);
    expect(requiredLiterals(many.join("|"))).toHaveLength(100);
    expect(requiredLiterals([...many, ...many.map((word) => `${word}x`)].join("|"))).toBeUndefined();
    expect(requiredLiterals("a".repeat(1000))?.[0]?.length).toBeLessThanOrEqual(24);
    expect(requiredLiterals("((((a{9}){9}){9}){9}){9}")?.[0]).toMatch(/^a{8,24}$/);
    expect(requiredLiterals("[ab]".repeat(50))?.length).toBeLessThanOrEqual(32);
  });
});
