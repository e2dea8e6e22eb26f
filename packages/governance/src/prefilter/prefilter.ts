import { createLiteralScanner, type OwnedLiteral } from "./aho-corasick.ts";
import { requiredLiterals } from "./required-literals.ts";

/** What a prefilter has to know of a pattern. */
export interface PrefilterPattern {
  /** The source of a regular expression. Absent where keywords are all there is. */
  readonly source?: string;
  readonly flags?: string;
  /** The pattern is of interest only where the text holds one of these. The case of A to Z doesn't matter. */
  readonly keywords?: readonly string[];
}

/** Tells which of many patterns could match a text, without running them. */
export interface Prefilter {
  /**
   * The positions of the patterns that have to run on a text, ascending. No other pattern matches anywhere in it.
   *
   * A position in the answer is no promise of a match, nor of a keyword: what is asked here is only what can be asked of all patterns at once.
   */
  candidates(text: string): readonly number[];
  /** The positions of the patterns that are candidates for every text, because nothing is known that they need. */
  readonly always: readonly number[];
}

/** Characters of all literals together: beyond them a pattern runs on every text. It bounds the memory of the automaton to some 30 MB. */
const maxCharacters = 1 << 16;

/** Prepares to tell, in one pass over a text, which of the patterns could match it. */
export function createPrefilter(patterns: readonly PrefilterPattern[]): Prefilter {
  const literals: OwnedLiteral[] = [];
  const needs: (readonly number[])[] = [];
  let owners = 0;
  let characters = 0;
  for (const { source, flags, keywords } of patterns) {
    const needed: number[] = [];
    for (const texts of [source === undefined ? undefined : requiredLiterals(source, flags), foldKeywords(keywords)]) {
      const length = texts?.reduce((sum, text) => sum + text.length, 0) ?? 0;
      if (texts === undefined || characters + length > maxCharacters) continue;
      characters += length;
      for (const text of texts) literals.push({ text, owner: owners });
      needed.push(owners);
      owners += 1;
    }
    needs.push(needed);
  }
  const scanner = createLiteralScanner(literals);
  const found = new Uint8Array(owners);

  return {
    candidates(text) {
      found.fill(0);
      scanner.scan(text, found);
      const positions: number[] = [];
      for (let position = 0; position < needs.length; position += 1) {
        if (needs[position]?.every((owner) => found[owner] === 1) === true) positions.push(position);
      }
      return positions;
    },
    always: needs.flatMap((needed, position) => (needed.length === 0 ? [position] : [])),
  };
}

/** The longest part of each keyword that the scanner can look for, or undefined where one of them has none. */
function foldKeywords(keywords: readonly string[] | undefined): readonly string[] | undefined {
  if (keywords === undefined || keywords.length === 0) return undefined;
  const folded = keywords.map(longestAscii);
  return folded.includes("") ? undefined : folded;
}

function longestAscii(keyword: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  const parts = keyword.match(/[\x00-\x7F]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "").toLowerCase();
}
