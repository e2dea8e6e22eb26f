import { describe, expect, it } from "vitest";
import { checkPattern, maxPatternLength } from "./check-pattern.ts";

describe("a pattern is refused", () => {
  it.each([
    ["syntax", "(unclosed", ""],
    ["syntax", "a{2,1}", ""],
    ["syntax", "a", "xyz"],
    ["syntax", "[a&&&b]", "v"],
    ["syntax", "", ""],
    ["syntax", `${"(".repeat(1900)}a${")".repeat(1900)}`, ""],
    ["syntax", `${"[[".repeat(500)}a${"]]".repeat(500)}`, "v"],
    ["too-long", "a".repeat(maxPatternLength + 1), ""],
    ["too-long", Array.from({ length: 2000 }, (_, number) => `word${number}`).join("|"), ""],
    ["too-many-groups", "(a)".repeat(300), ""],
    ["too-many-groups", "(?:(?=a))".repeat(150), ""],
    ["too-large", "(?:a{1000}){1000}", ""],
    ["too-large", "((((a{30}){30}){30}){30}){30}", ""],
    ["too-large", "(?:.{0,300}x){0,300}", ""],
    ["too-large", "\\p{RGI_Emoji}{10}", "v"],
    ["too-large", "[\\p{RGI_Emoji}--\\q{😀}]{10}", "v"],
    ["ambiguous", "(a+)+$", ""],
    ["ambiguous", "(?:a*)*b", ""],
    ["ambiguous", "([a-zA-Z]+)*!", ""],
    ["ambiguous", "(\\w+\\s?)*$", ""],
    ["ambiguous", "((a+))+x", ""],
    ["ambiguous", "(?:(?:a+|b))*x", ""],
    ["ambiguous", "(a|a)*b", ""],
    ["ambiguous", "(?:a?){50}a{50}", ""],
    ["ambiguous", "x(?<=(a+)+)b", ""],
    ["ambiguous", "(?:.+){10,20}x", ""],
  ])("as %s: %.40s", (reason, source, flags) => {
    expect(checkPattern(source, flags)).toMatchObject({ status: "refused", reason });
  });

  it("with a message and a hint", () => {
    expect(checkPattern("x(a+)+$")).toEqual({
      status: "refused",
      reason: "ambiguous",
      message: "(a+)+ can match the same text in exponentially many ways, and tries them all before it fails.",
      hint: "Remove one of the two repetitions: (a+)+ matches the same as a+.",
    });
    expect(checkPattern("(")).toMatchObject({ message: "Invalid regular expression: /(/: Unterminated group." });
    expect(checkPattern(`(${"b".repeat(80)}+)+`)).toMatchObject({ status: "ok" });
    expect(checkPattern(`([${"bc".repeat(40)}]+)+`)).toMatchObject({ message: expect.stringMatching(/^\(\[(?:bc){27}b?c?…/) });
  });
});

it.each([
  ["console\\.(?:log|debug)\\(", ""],
  ["(?:foo+)*", ""],
  ["(\\w+\\b)+!", ""],
  ["(?:\\w+\\.)+\\w+", ""],
  ["(?:a+b)*", ""],
  ["(?:a+){3}", ""],
  ["(?:a?){3}", ""],
  ["(?:[^*]|\\*(?!\\/))*", ""],
  ["(?:ab?)*", ""],
  ["[\\w.-]{0,50}?key[\\w.-]{0,20}=([a-z0-9]{32})", "i"],
  ["ops_[a-zA-Z0-9+/]{250,}", ""],
  ["\\p{L}{1,100}", "u"],
  ["(?<year>\\d{4})-\\k<year>", ""],
])("accepts %s with the flags '%s'", (source, flags) => {
  expect(checkPattern(source, flags)).toEqual({ status: "ok" });
});
