import * as fc from "fast-check";
import { parsePattern } from "../src/prefilter/parse-pattern.ts";
import { ExampleGenerator } from "../src/prefilter/example-generator.ts";

/** A valid pattern with flags. */
export interface AnyPattern {
  readonly source: string;
  readonly flags: string;
}

/**
 * The characters of patterns and texts: both cases, the two characters that fold to ASCII, other non-ASCII characters
 * and line endings.
 */
const letters = [..."abcksKSAB1-_ =\n", "é", "É", "ſ", "\u212A", "\u0130", "😀", "\u2028"];

/** Texts in which the generated patterns often match. */
export const anySubject: fc.Arbitrary<string> = fc.string({ unit: fc.constantFrom(...letters), maxLength: 14 });

const escapes = ["\\d", "\\w", "\\s", "\\W", "\\S", ".", "^", "$", "\\b", "\\B", "\\x61", "\\u0062", "\\n", "\\cJ", "\\-"];
const classes = ["[ab]", "[^a]", "[a-c]", "[kK]", "[s-]", "[\\d_]", "[^]", "[]", "[é-ü]", "[A-z]", "[^\\w\\n]"];
const repetitions = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{2,3}?", "{0}", "{3}"];
const groups = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<name>"];

const literal = fc.constantFrom(...letters).map((letter) => (letter === "-" ? "\\-" : letter));

/** Generates patterns with all kinds of syntax, except for invalid ones such as duplicate group names. */
export const anyPattern: fc.Arbitrary<AnyPattern> = fc
  .record({
    source: fc.letrec<{ pattern: string; part: string }>((tie) => ({
      pattern: fc
        .array(fc.array(tie("part"), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
        .map((alternatives) => alternatives.map((parts) => parts.join("")).join("|")),
      part: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        { arbitrary: literal, weight: 6 },
        { arbitrary: fc.constantFrom(...escapes, ...classes), weight: 3 },
        {
          arbitrary: fc.constantFrom("\\1", "\\k<name>", "\\p{L}", "[\\p{Lu}--[A]]", "[\\q{ab|c}]", "(?i:ak)", "\\u{61}"),
          weight: 1,
        },
        { arbitrary: fc.tuple(tie("part"), fc.constantFrom(...repetitions)).map(([part, times]) => part + times), weight: 3 },
        { arbitrary: fc.tuple(fc.constantFrom(...groups), tie("pattern")).map(([open, inner]) => `${open}${inner})`), weight: 3 },
      ),
    })).pattern,
    flags: fc.constantFrom("", "i", "m", "s", "u", "iu", "ims", "v", "iv"),
  })
  .filter(isPattern);

function isPattern({ source, flags }: AnyPattern): boolean {
  try {
    return new RegExp(source, flags).source.length > 0;
  } catch {
    return false;
  }
}

/** Generates texts that a pattern matches if its assertions are ignored. */
export function sampleOf({ source, flags }: AnyPattern): fc.Arbitrary<string> {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined) return fc.constant("");
  const { pattern } = parsed;
  const examples = new ExampleGenerator(pattern, flags);
  return fc.tuple(fc.nat(pattern.alternatives.length - 1), fc.nat(1000)).map(([choice, attempt]) => {
    const elements = pattern.alternatives[choice]?.elements ?? [];
    return elements.map((element) => examples.generate(element, attempt)).join("");
  });
}
