import * as fc from "fast-check";
import picomatch from "picomatch";
import { beforeAll, describe, expect, it } from "vitest";
import { matchesGlob } from "../glob.ts";
import { checkGlob } from "../check-glob.ts";
import { compileExtended, writeExpression } from "./compile.ts";
import { loadExtendedGlobs } from "./load.ts";

beforeAll(loadExtendedGlobs);

const text = fc.constantFrom("a", "b", "ab", ".", "a.b", "*", "?", "[ab]", "[!a]", "[[:alpha:]]", "[^[:digit:]]", "[[:alpha:]1]");

/** Patterns with groups and named classes, also in one another. */
const { pattern } = fc.letrec<{ pattern: string; group: string }>((tie) => ({
  pattern: fc
    .array(fc.oneof({ weight: 3, arbitrary: text }, tie("group")), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("")),
  group: fc
    .tuple(
      fc.constantFrom("@", "?", "+", "*", "!"),
      fc.array(fc.oneof({ depthSize: "small", maxDepth: 2 }, text, tie("pattern")), { minLength: 1, maxLength: 3 }),
    )
    .map(([kind, parts]) => `${kind}(${parts.join("|")})`),
}));

const name = fc.string({ unit: fc.constantFrom("a", "b", "c", ".", "1", "-"), minLength: 1, maxLength: 6 });

/** Whether JavaScript can match a pattern: repeats in one another take exponential time. */
function isFast(glob: string): boolean {
  return (glob.match(/[+*]\(|\*/g) ?? []).length <= 5;
}

const options = { dot: true, posix: true, nonegate: true, maxExtglobRecursion: false } as picomatch.PicomatchOptions;

describe("extended globs", () => {
  it("match the same names as in picomatch", () => {
    fc.assert(
      fc.property(pattern, fc.array(name, { minLength: 1, maxLength: 5 }), (glob, names) => {
        // picomatch reads `(?`, `)?` and some dots as parts of a regular expression.
        fc.pre(isFast(glob) && !/\*\*|\(\?|\)\?(?!\()/.test(glob));
        const isMatch = picomatch(glob.includes("[:") ? glob.replaceAll(".", "[.]") : glob, { ...options, strictSlashes: true });
        // A name of dots only is no name.
        const files = names.filter((one) => !/^\.+$/.test(one));
        expect(files.filter((one) => matchesGlob(`/${glob}`, one))).toEqual(files.filter((one) => isMatch(one)));
      }),
      { numRuns: 3000 },
    );
  });

  it("match as the regular expression that picomatch writes does, for any pattern", () => {
    const anyGlob = fc.string({
      unit: fc.constantFrom(...'ab.*?+@!()|[]{},\\^$/-:1"', "@(", "+(", "!(", "*(", "[[:alpha:]]", "**"),
      maxLength: 14,
    });
    fc.assert(
      fc.property(anyGlob, fc.array(name, { minLength: 1, maxLength: 4 }), (glob, names) => {
        fc.pre(isFast(glob));
        let expression: RegExp;
        try {
          expression = new RegExp(`^(?:${writeExpression(glob)})$`);
        } catch {
          return;
        }
        const matcher = compileExtended(glob);
        expect(matcher).toBeDefined();
        expect(names.filter((one) => matcher?.matches(one))).toEqual(names.filter((one) => expression.test(one)));
      }),
      { numRuns: 10_000 },
    );
  });

  it("are compiled if no problem is reported", () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 60 }), (parts) => {
        const glob = parts.join("");
        fc.pre(checkGlob(glob, { file: "a.md" }) === undefined);
        expect(compileExtended(glob)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});

describe("the work of matching", () => {
  const hostile: readonly (readonly [glob: string, unit: string, end: string])[] = [
    ["+([a-z]|[a-m])z", "a", "!"],
    ["+(+(+(a)))b", "a", "c"],
    ["*(*(a|b)|*(a))c", "ab", "!"],
    ["+(a*)b", "a", "c"],
    ["+(a|b|ab)c", "ab", "!"],
    ["*(a*b*)c", "ab", "!"],
    ["+(*)*a*a*a*a*a*a*b", "a", ""],
    ["!(+(+(a|aa)))+(a|aa)b", "a", "!"],
    ["!(!(!(+(a*))))+([[:alpha:]]|a)c", "a", "!"],
    [`${"+(".repeat(20)}a${")".repeat(20)}b`, "a", "c"],
    [`${"!(".repeat(20)}*a${")".repeat(20)}*b`, "a", "c"],
    [`+(${"a|".repeat(300)}b)c`, "ab", "!"],
    [`${"*(a)".repeat(200)}b`, "a", "c"],
  ];

  it.each(hostile)("grows in proportion to the text: %s", (glob, unit, end) => {
    const workFor = (count: number): number => {
      const matcher = compileExtended(glob);
      matcher?.matches(unit.repeat(count) + end);
      return matcher?.work ?? Number.NaN;
    };
    const [short, long] = [workFor(50), workFor(500)];
    expect(long / short).toBeLessThan(10.5);
    // A file name has at most 255 bytes.
    expect(workFor(255 / unit.length)).toBeLessThan(10_000_000);
  });
});
