import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPattern, anySubject, sampleOf } from "../../test/any-pattern.ts";
import { asciiCharacters, hasRun } from "./character-run.ts";
import { requiredRun } from "./required-run.ts";

/** The length of a run, and its printable characters. */
function describeRun(source: string, flags = "", minRarity?: number): string | undefined {
  const run = requiredRun(source, flags, minRarity);
  if (run === undefined) return undefined;
  const characters = Array.from({ length: asciiCharacters }, (_, code) =>
    run.members[code] === 1 ? String.fromCharCode(code) : "",
  );
  return `${run.length} ${characters.join("").replace(/[^ -~]/g, "")}`;
}

describe("a required run", () => {
  it.each<[string, string, string | undefined]>([
    ["\\b[0-9a-f]{40}\\b", "", "40 0123456789abcdef"],
    ["\\b[0-9a-f]{40}\\b", "i", "40 0123456789ABCDEFabcdef"],
    ["\\d{3}-\\d{2}-\\d{4}", "", "11 -0123456789"],
    ["(?:\\d{1,3}\\.){3}\\d{1,3}", "", "7 .0123456789"],
    ["[0-9]{12}|[A-F]{16}", "", "12 0123456789ABCDEF"],
    ["x.*[0-9]{12}.*y", "", "12 0123456789"],
    ["(?<=id )([0-9]{6})\\1[0-9]{6}", "", "6 0123456789"],
    ["(?=[0-9]{9})[0-9A-Z]{9}", "", "9 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
    ["[0-9]{9}", "u", "9 0123456789"],
    ["[\\d--[5]]{9}", "v", "9 012346789"],
    ["[a-z]+", "", undefined],
    ["\\w{3,}", "", undefined],
    ["[0-9]{12}|.*", "", undefined],
    ["(?i:[0-9]{12})", "", undefined],
    ["[\\q{0123456789|1}]{9}", "v", undefined],
    ["(?![0-9]{20})x", "", undefined],
    ["(?:[0-9]{20}){0}x", "", undefined],
    ["([0-9]{20}", "", undefined],
  ])("of %s with the flags %j is %s", (source, flags, expected) => {
    expect(describeRun(source, flags)).toBe(expected);
  });

  it("includes all non-ASCII characters, for any pattern", () => {
    const run = requiredRun("[0-9]{9}");
    expect(run && ["1234é6789", "12345678", "a123456789", "1234 6789"].map((text) => hasRun(text, run))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("is in every match of any pattern", () => {
    let found = 0;
    const made = anyPattern.chain((pattern) => fc.tuple(fc.constant(pattern), anySubject, sampleOf(pattern), anySubject));
    fc.assert(
      fc.property(made, ([{ source, flags }, before, sample, after]) => {
        const run = requiredRun(source, flags, 0);
        if (run === undefined) return;
        for (const text of [sample, sample.toUpperCase(), before + sample + after, before]) {
          const matches = text.match(new RegExp(source, `${flags}g`)) ?? [];
          found += matches.length;
          expect(matches.filter((match) => !hasRun(match, run))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(300);
  });

  it("is found as by a regular expression", () => {
    const text = fc.string({ unit: fc.constantFrom("0", "1", "a", "é"), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (subject, length) => {
        const run = requiredRun(`[01]{${length}}`, "", 0);
        expect(run && hasRun(subject, run)).toBe(new RegExp(`[01é]{${length}}`).test(subject));
      }),
      { numRuns: 500 },
    );
  });

  it("is found in linear time", () => {
    const run = requiredRun("[01]{4000}");
    const text = `${"0".repeat(3999)}x`.repeat(500);
    const start = performance.now();
    expect(run && hasRun(text, run)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
