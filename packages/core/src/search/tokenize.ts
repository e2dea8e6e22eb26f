import { characterKinds, kindOf, type CharacterKind } from "./character-kind.ts";
import { foldCase, foldMarks, stemWord } from "./fold-text.ts";
import { splitCompound } from "./split-compound.ts";

/** The maximum token length in UTF-16 code units. Longer words are cut, longer identifiers only indexed by parts. */
export const maxTokenLength = 64;

/**
 * Splits a text into search terms. Rules and queries are split alike, in every store.
 *
 * - Tokens consist of letters, digits and marks only. Accents and case do not count; English words are stemmed.
 * - Identifiers are one token as a whole, and one for each part: `parseHTTPRequest2`, `snake_case`, `kebab-case`,
 *   `file.name.ts`.
 * - `C++`, `C#`, `.NET` and `.tsx` are one token with the name of the character (`csharp`, `dotnet`), and one without.
 * - Chinese, Japanese and Korean are pairs of characters; Thai, Lao, Khmer and Myanmar are triples. A shorter run is
 *   one token.
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
  const tokens: string[] = [];
  eachTerm(text, (token) => tokens.push(token));
  return tokens;
}

/** Calls `visit` with each token of a text, and with the token of the identifier that it is a part of. */
export function eachTerm(text: string, visit: (token: string, whole: string | undefined) => void): void {
  const folded = foldMarks(text);
  let at = 0;
  while (at < folded.length) {
    const plainEnd = endOfPlainWord(folded, at);
    if (plainEnd > at) {
      visit(stemWord(foldCase(cut(folded.slice(at, plainEnd)))), undefined);
      at = plainEnd;
      continue;
    }
    const kind = kindAt(folded, at);
    if (kind === characterKinds.other) at += 1;
    else if (kind === characterKinds.pair || kind === characterKinds.triple) {
      const end = endOfRun(folded, at, kind);
      eachGram(folded.slice(at, end), kind === characterKinds.pair ? 2 : 3, visit);
      at = end;
    } else {
      const end = endOfCompound(folded, at);
      const suffix = readSuffix(folded, end);
      eachPart(folded.slice(at, end), readPrefix(folded, at), suffix.name, visit);
      at = end + suffix.length;
    }
  }
}

/** Finds the end of an English word between spaces: a fast path for most words. Returns `start` for anything else. */
function endOfPlainWord(text: string, start: number): number {
  if (text.charCodeAt(start - 1) === dot) return start;
  let end = start;
  const first = text.charCodeAt(start);
  if (first >= 65 && first <= 90) end += 1;
  const lowerStart = end;
  let code = text.charCodeAt(end);
  while (code >= 97 && code <= 122) {
    end += 1;
    code = text.charCodeAt(end);
  }
  if (end === lowerStart) return start;
  const isEnd = end === text.length || code === 32 || code === 10 || code === 44 || code === 96;
  return isEnd || (code === dot && /^(?:\s|$)/.test(text.slice(end + 1, end + 2))) ? end : start;
}

const dot = 46;

function kindAt(text: string, at: number): CharacterKind {
  return kindOf(text.codePointAt(at) ?? 0);
}

function isWordKind(kind: CharacterKind): boolean {
  return kind !== characterKinds.other && kind < characterKinds.pair;
}

function endOfRun(text: string, start: number, kind: CharacterKind): number {
  let end = start;
  while (end < text.length && kindAt(text, end) === kind) end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  return end;
}

/** Finds the end of words joined by `_`, or by one `-`, `.` or apostrophe. */
function endOfCompound(text: string, start: number): number {
  let end = start;
  for (;;) {
    while (end < text.length && isWordKind(kindAt(text, end))) end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
    let next = end;
    while (text[next] === "_") next += 1;
    if (next === end && "-.'’‐".includes(text[next] ?? " ")) next += 1;
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

function eachPart(compound: string, prefix: string, suffix: string, visit: Parameters<typeof eachTerm>[1]): void {
  const parts = splitCompound(compound).map(foldCase);
  const joined = prefix + parts.join("") + suffix;
  const hasWhole = joined !== parts[0] && joined.length <= maxTokenLength;
  // Joined parts may compose to other characters.
  const whole = hasWhole ? stemWord(joined.normalize("NFC")) : undefined;
  // `s` of `user's` and `l` of `l'adresse` are no words.
  const minLength = hasWhole && /['’]/.test(compound) ? 3 : 1;
  const tokens = parts.filter((part) => part.length >= minLength).map((part) => stemWord(cut(part)));
  const others = tokens.filter((token) => token !== whole);
  if (whole !== undefined) visit(whole, others.length > 0 ? whole : undefined);
  for (const token of others) visit(token, whole);
}

function cut(word: string): string {
  if (word.length <= maxTokenLength) return word;
  const isInsidePair = (word.codePointAt(maxTokenLength - 1) as number) > 0xffff;
  return word.slice(0, isInsidePair ? maxTokenLength - 1 : maxTokenLength);
}

function eachGram(run: string, size: number, visit: Parameters<typeof eachTerm>[1]): void {
  const characters = Array.from(run);
  for (let start = 0; start === 0 || start + size <= characters.length; start += 1) {
    visit(characters.slice(start, start + size).join(""), undefined);
  }
}
