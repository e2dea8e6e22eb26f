import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPattern } from "../testing/any-pattern.ts";
import { attackStringsFor } from "./attack-strings.ts";

describe("texts to attack a pattern with", () => {
  it("go round in each of its repetitions", () => {
    expect(attackStringsFor("(a+)+$", "")).toContainEqual(expect.objectContaining({ prefix: "", pump: "a" }));
    expect(attackStringsFor("^x=(?:a|b|ab)*c", "")).toContainEqual(expect.objectContaining({ prefix: "x=", pump: "ab" }));
    expect(attackStringsFor('(?:[^"]|\\\\.)*"', "")).toContainEqual(expect.objectContaining({ pump: "\\" }));
    expect(attackStringsFor("(?:\\w|\\d)*!", "")).toContainEqual(expect.objectContaining({ pump: "0" }));
  });

  it("hold what is in two overlapping classes at once", () => {
    expect(attackStringsFor("(?:[a-m]|[h-z])*!", "")).toContainEqual(expect.objectContaining({ pump: "h" }));
    expect(attackStringsFor("(?:[\\p{L}&&[a-z]]|[a-z])*!", "v")).toContainEqual(expect.objectContaining({ pump: "a" }));
    expect(attackStringsFor("(?:\\s|\\n)*;", "")).toContainEqual(expect.objectContaining({ pump: "\n" }));
  });

  it("come before what is asserted to be behind", () => {
    expect(attackStringsFor("(?<=^(?:a|a)*)b", "")).toContainEqual(
      expect.objectContaining({ pump: "a", suffix: "b", prefix: "\u0001\n" }),
    );
  });

  it("are not there for patterns that repeat little, and for none that cannot be read", () => {
    expect(attackStringsFor("abc{2,5}d?")).toEqual([]);
    expect(attackStringsFor("(")).toEqual([]);
  });

  it("are few and short, and the same each time, whatever the pattern", () => {
    fc.assert(
      fc.property(anyPattern, ({ source, flags }) => {
        const attacks = attackStringsFor(source, flags);
        expect(attacks.length).toBeLessThanOrEqual(240);
        expect(attacks.every(({ pump }) => pump.length > 0 && pump.length <= 400)).toBe(true);
        expect(attackStringsFor(source, flags)).toEqual(attacks);
      }),
      { numRuns: 300 },
    );
    expect(attackStringsFor("(?:(?:(?:a{100}){100}){100})*".repeat(20)).length).toBeLessThanOrEqual(240);
  });
});
