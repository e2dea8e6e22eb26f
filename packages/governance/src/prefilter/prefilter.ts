import { createLiteralScanner, type OwnedLiteral } from "./aho-corasick.ts";
import { literalsFor } from "./known-literals.ts";
import { hasRun, type CharacterRun } from "./character-run.ts";
import { requiredRun } from "./required-run.ts";

/** A pattern for {@link createPrefilter}. */
export interface PrefilterPattern {
  /** The source of a regular expression. Undefined if there are only keywords. */
  readonly source?: string;
  readonly flags?: string;
  /** The text must contain one of these. The case of A to Z is ignored. */
  readonly keywords?: readonly string[];
}

/** Finds the patterns that may match a text without running them. */
export interface Prefilter {
  /**
   * Returns the indexes of the patterns that may match a text, ascending. The other patterns certainly do not match. A
   * returned pattern may still not match, and the text may contain none of its keywords.
   */
  candidates(text: string): readonly number[];
  /** The indexes of the patterns without required literals or a required run. They are candidates for every text. */
  readonly always: readonly number[];
}

/** The maximum length of all literals: the automaton then has 30 MB. Patterns beyond it are always candidates. */
const maxCharacters = 1 << 16;

/** Creates a prefilter that searches a text for the required literals of all patterns in one pass. */
export function createPrefilter(patterns: readonly PrefilterPattern[]): Prefilter {
  const literals: OwnedLiteral[] = [];
  const needs: (readonly number[])[] = [];
  const runs: (CharacterRun | undefined)[] = [];
  let owners = 0;
  let characters = 0;
  for (const pattern of patterns) {
    const needed: number[] = [];
    const required = hasSource(pattern) ? literalsFor(pattern) : undefined;
    for (const texts of [required, foldKeywords(pattern.keywords)]) {
      const length = texts?.reduce((sum, text) => sum + text.length, 0) ?? 0;
      if (texts === undefined || characters + length > maxCharacters) continue;
      characters += length;
      for (const text of texts) literals.push({ text, owner: owners });
      needed.push(owners);
      owners += 1;
    }
    needs.push(needed);
    // Rare literals exclude more texts, and are searched for in one pass.
    runs.push(hasSource(pattern) && (required ?? [""]).some(isCommon) ? requiredRun(pattern.source, pattern.flags) : undefined);
  }
  const scan = createLiteralScanner(literals);
  const found = new Uint8Array(owners);

  return {
    candidates(text) {
      found.fill(0);
      scan(text, found);
      const positions: number[] = [];
      for (let position = 0; position < needs.length; position += 1) {
        const run = runs[position];
        if (run !== undefined && !hasRun(text, run)) continue;
        if (needs[position]?.every((owner) => found[owner] === 1) === true) positions.push(position);
      }
      return positions;
    },
    always: needs.flatMap((needed, position) => (needed.length === 0 && runs[position] === undefined ? [position] : [])),
  };
}

/** Whether most source files contain a literal: it is short, or repeats one character, such as an indent. */
function isCommon(literal: string): boolean {
  return literal.length < 3 || literal.replaceAll(literal.charAt(0), "") === "";
}

function hasSource(pattern: PrefilterPattern): pattern is PrefilterPattern & { readonly source: string } {
  return pattern.source !== undefined;
}

/** Returns the longest ASCII part of each keyword. Undefined if a keyword has none. */
function foldKeywords(keywords: readonly string[] | undefined): readonly string[] | undefined {
  if (keywords === undefined || keywords.length === 0) return undefined;
  const folded = keywords.map(maxAsciiPart);
  return folded.includes("") ? undefined : folded;
}

function maxAsciiPart(keyword: string): string {
  // oxlint-disable-next-line no-control-regex -- matches all of ASCII
  const parts = keyword.match(/[\x00-\x7F]+/g) ?? [];
  return parts.reduce((maximum, part) => (part.length > maximum.length ? part : maximum), "").toLowerCase();
}
