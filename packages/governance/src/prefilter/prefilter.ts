import { createLiteralScanner, type OwnedLiteral } from "./aho-corasick.ts";
import { hasRun } from "./character-run.ts";
import { literalsFor, type PatternText } from "./known-literals.ts";
import { requiredRun } from "./required-run.ts";

/** Returns the indexes of the patterns that may match a text, ascending. The other patterns certainly do not match. */
export type Prefilter = (text: string) => readonly number[];

/** The maximum length of all literals: the automaton then has 30 MB. Patterns beyond it are always candidates. */
const maxCharacters = 1 << 16;

/** Creates a prefilter that searches a text for the required literals of all patterns in one pass. */
export function createPrefilter(patterns: readonly PatternText[]): Prefilter {
  const literals: OwnedLiteral[] = [];
  let characters = 0;
  const requirements = patterns.map((pattern, owner) => {
    const required = literalsFor(pattern);
    const length = required?.reduce((sum, text) => sum + text.length, 0) ?? Infinity;
    const needsLiteral = characters + length <= maxCharacters;
    if (needsLiteral) {
      characters += length;
      for (const text of required ?? []) literals.push({ text, owner });
    }
    // Rare literals exclude more texts, and are searched for in one pass.
    const run = (required ?? [""]).some(isCommon) ? requiredRun(pattern.source, pattern.flags) : undefined;
    return { needsLiteral, run };
  });
  const scan = createLiteralScanner(literals);
  const found = new Uint8Array(patterns.length);

  return (text) => {
    found.fill(0);
    scan(text, found);
    const positions: number[] = [];
    for (const [position, { needsLiteral, run }] of requirements.entries()) {
      if (needsLiteral && found[position] !== 1) continue;
      if (run === undefined || hasRun(text, run)) positions.push(position);
    }
    return positions;
  };
}

/** Whether most source files contain a literal: it is short, or repeats one character, such as an indent. */
function isCommon(literal: string): boolean {
  return literal.length < 3 || literal.replaceAll(literal.charAt(0), "") === "";
}
