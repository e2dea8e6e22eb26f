import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPattern } from "../../test/any-pattern.ts";
import { attackStringsFor } from "./attack-strings.ts";

describe("attack strings", () => {
  it("repeat the body of each repetition", () => {
    expect(attackStringsFor("(a+)+$", "")).toContainEqual(expect.objectContaining({ prefix: "", pump: "a" }));
    expect(attackStringsFor("^x=(?:a|b|ab)*c", "")).toContainEqual(expect.objectContaining({ prefix: "x=", pump: "ab" }));
    expect(attackStringsFor('(?:[^"]|\\\\.)*"', "")).toContainEqual(expect.objectContaining({ pump: "\\" }));
    expect(attackStringsFor("(?:\\w|\\d)*!", "")).toContainEqual(expect.objectContaining({ pump: "0" }));
  });

  it("contain characters that are in two overlapping classes", () => {
    expect(attackStringsFor("(?:[a-m]|[h-z])*!", "")).toContainEqual(expect.objectContaining({ pump: "h" }));
    expect(attackStringsFor("(?:[\\p{L}&&[a-z]]|[a-z])*!", "v")).toContainEqual(expect.objectContaining({ pump: "a" }));
    expect(attackStringsFor("(?:\\s|\\n)*;", "")).toContainEqual(expect.objectContaining({ pump: "\n" }));
  });

  it("are reversed in a lookbehind", () => {
    expect(attackStringsFor("(?<=^(?:a|a)*)b", "")).toContainEqual(
      expect.objectContaining({ pump: "a", suffix: "b", prefix: "\u0001\n" }),
    );
  });

  it("do not exist for patterns that are invalid or repeat little", () => {
    expect(attackStringsFor("abc{2,5}d?")).toEqual([]);
    expect(attackStringsFor("(")).toEqual([]);
  });

  it("are few, short and deterministic for any pattern", () => {
    fc.assert(
      fc.property(anyPattern, ({ source, flags }) => {
        const attackStrings = attackStringsFor(source, flags);
        expect(attackStrings.length).toBeLessThanOrEqual(240);
        expect(attackStrings.every(({ pump }) => pump.length > 0 && pump.length <= 400)).toBe(true);
        expect(attackStringsFor(source, flags)).toEqual(attackStrings);
      }),
    );
    expect(attackStringsFor("(?:(?:(?:a{100}){100}){100})*".repeat(20)).length).toBeLessThanOrEqual(240);
  });
});
