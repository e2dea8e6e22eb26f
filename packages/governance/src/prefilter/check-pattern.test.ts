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

describe("the limits of a pattern", () => {
  it.each([
    ["too-long", "a".repeat(4000), "a".repeat(4001), "The pattern has 4001 characters; at most 4000 are allowed."],
    ["too-many-groups", "(a)".repeat(200), "(a)".repeat(201), "The pattern has 201 groups; at most 200 are allowed."],
    ["too-many-groups", "(?:(?=a))".repeat(100), "(?:(?=a))".repeat(101), "The pattern has 202 groups"],
    ["too-large", "a{19999}", "a{20000}", "The pattern has 20001 parts after its repetitions are unrolled"],
    ["too-large", "a{9999}b{10000}", "a{10000}b{10000}", "The pattern has 20001 parts"],
    ["too-large", "(?:a){9999}", "(?:a){10000}", "The pattern has 20001 parts"],
    ["too-large", "a{19998,}", "a{19999,}", "The pattern has 20001 parts"],
    ["too-large", "a{0}".repeat(900) + "b{19099}", "a{0}".repeat(900) + "b{19100}", "The pattern has 20001 parts"],
  ])("%s: %.20s is accepted, and a longer one is refused", (reason, accepted, refused, message) => {
    expect(checkPattern(accepted)).toEqual({ status: "ok" });
    expect(checkPattern(refused)).toMatchObject({ reason, message: expect.stringContaining(message) as string });
  });

  it.each([
    ["[\\p{RGI_Emoji}]{4}a{3999}", "ok"],
    ["[\\p{RGI_Emoji}]{4}a{4000}", "refused"],
  ])("count a set of strings as 4,000 parts: %s is %s", (source, status) => {
    expect(checkPattern(source, "v").status).toBe(status);
  });

  it.each([
    ["(?:a|a){9}b", "ok"],
    ["(?:a|a){0,10}b", "refused"],
    ["(?:a?){9}b", "ok"],
    ["(?:a?){10}b", "refused"],
    ["(?:a?){9,20}b", "ok"],
    ["(?:ab?){10}c", "ok"],
    ["(?:(?=a)*)*b", "ok"],
  ])("apply to rounds of ambiguous repetitions from 10: %s is %s", (source, status) => {
    expect(checkPattern(source).status).toBe(status);
  });

  it("do not shorten a source of 60 characters in the message, but longer ones", () => {
    const sourceOf = (letters: number) => `([${"bc".repeat(30).slice(0, letters)}]+)+`;
    expect(checkPattern(sourceOf(54))).toMatchObject({ message: expect.stringContaining(`${sourceOf(54)} can`) as string });
    expect(checkPattern(sourceOf(55))).toMatchObject({
      message: expect.stringContaining(`${sourceOf(55).slice(0, 57)}… can`) as string,
    });
  });
});
