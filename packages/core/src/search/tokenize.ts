import { characterKinds, kindOf, type CharacterKind } from "./character-kind.ts";
import { foldCase, foldMarks } from "./fold-text.ts";
import { splitCompound } from "./split-compound.ts";
import { stemWord } from "./stem-word.ts";

/** The maximum length of a token in UTF-16 code units. Longer words are cut, and longer identifiers are only indexed by their parts. */
export const maxTokenLength = 64;

/**
 * Splits a text into search terms. Rules and queries are split alike, in every store.
 *
 * - Tokens consist of letters, digits and marks only. Accents and case do not count; English words are stemmed.
 * - Identifiers are one token as a whole, and one for each part: `parseHTTPRequest2`, `snake_case`, `kebab-case`, `file.name.ts`.
 * - `C++`, `C#`, `.NET` and `.tsx` are one token with the name of the character (`csharp`, `dotnet`), and one without.
 * - Chinese, Japanese and Korean are pairs of characters; Thai, Lao, Khmer and Myanmar are triples. A shorter run is one token.
 *
 * Stop words remain: `sparse-query.ts` gives them little weight.
 *
 * @returns the tokens in order, repeated as often as they occur. Each token, tokenized again, contains itself.
 *
 * @example
 * ```ts
 * import { tokenize } from "@precept/core";
 *
 * tokenize("Tests of parseHTTP in C#"); // ["test", "of", "parsehttp", "par", "http", "in", "csharp", "c"]
 * ```
 */
export function tokenize(text: string): string[] {
  return Array.from(readTerms(text), ({ token }) => token);
}

/** A token, and the identifier that it belongs to. */
export interface Term {
  readonly token: string;
  /** The token of the whole identifier, for the identifier itself and for each of its parts. Absent: the word has no parts. */
  readonly whole?: string | undefined;
}

/** Splits a text into search terms, as {@link tokenize} does, with the identifier of each. */
export function readTerms(text: string): readonly Term[] {
  const folded = foldMarks(text);
  const terms: Term[] = [];
  let at = 0;
  while (at < folded.length) {
    const kind = kindAt(folded, at);
    if (kind === characterKinds.other) at += 1;
    else if (kind === characterKinds.pair || kind === characterKinds.triple) {
      const end = endOfRun(folded, at, kind);
      pushGrams(terms, folded.slice(at, end), kind === characterKinds.pair ? 2 : 3);
      at = end;
    } else {
      const end = endOfCompound(folded, at);
      const suffix = readSuffix(folded, end);
      pushCompound(terms, folded.slice(at, end), readPrefix(folded, at), suffix.name);
      at = end + suffix.length;
    }
  }
  return terms;
}

function kindAt(text: string, at: number): CharacterKind {
  return kindOf(text.codePointAt(at) ?? 0);
}

function isWordKind(kind: CharacterKind): boolean {
  return kind !== characterKinds.other && kind < characterKinds.pair;
}

function endOfRun(text: string, start: number, kind: CharacterKind): number {
  let end = start;
  while (end < text.length && kindAt(text, end) === kind) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

/** Finds the end of words joined by `_`, or by one `-`, `.` or apostrophe. */
function endOfCompound(text: string, start: number): number {
  let end = start;
  for (;;) {
    while (end < text.length && isWordKind(kindAt(text, end))) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    let next = end;
    while (text[next] === "_") next += 1;
    if (next === end && /^[-.'’‐]$/.test(text[next] ?? "")) next += 1;
    if (next === end || next >= text.length || !isWordKind(kindAt(text, next))) return end;
    end = next;
  }
}

/** A dot in front of a name, as in `.NET` and `*.tsx`, but not in `../src`. */
function readPrefix(text: string, start: number): string {
  const isDot = text[start - 1] === "." && text[start - 2] !== ".";
  return isDot && kindAt(text, start) !== characterKinds.digit ? "dot" : "";
}

/** `++` and `#` after a name, as in `C++11` and `C#`, but not in `a+b` and `page#top`. */
function readSuffix(text: string, end: number): { readonly name: string; readonly length: number } {
  if (text.startsWith("++", end) && text[end + 2] !== "+") return { name: "plusplus", length: 2 };
  if (text[end] === "#" && !isWordKind(kindAt(text, end + 1))) return { name: "sharp", length: 1 };
  return { name: "", length: 0 };
}

function pushCompound(terms: Term[], compound: string, prefix: string, suffix: string): void {
  const parts = splitCompound(compound).map(foldCase);
  const joined = prefix + parts.join("") + suffix;
  const hasWhole = joined !== parts[0] && joined.length <= maxTokenLength;
  // Joined parts may compose to other characters.
  const whole = hasWhole ? stemWord(joined.normalize("NFC")) : undefined;
  // `s` of `user's` and `l` of `l'adresse` are no words.
  const minLength = hasWhole && /['’]/.test(compound) ? 3 : 1;
  const tokens = parts.filter((part) => part.length >= minLength).map((part) => stemWord(cut(part)));
  const others = tokens.filter((token) => token !== whole);
  if (whole !== undefined) terms.push({ token: whole, whole: others.length > 0 ? whole : undefined });
  for (const token of others) terms.push({ token, whole });
}

function cut(word: string): string {
  if (word.length <= maxTokenLength) return word;
  const isInsidePair = (word.codePointAt(maxTokenLength - 1) ?? 0) > 0xffff;
  return word.slice(0, isInsidePair ? maxTokenLength - 1 : maxTokenLength);
}

function pushGrams(terms: Term[], run: string, size: number): void {
  const characters = Array.from(run);
  if (characters.length <= size) {
    terms.push({ token: run });
    return;
  }
  for (let start = 0; start + size <= characters.length; start += 1) terms.push({ token: characters.slice(start, start + size).join("") });
}
