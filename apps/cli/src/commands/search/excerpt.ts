import { tokenize } from "@precept/core";

export interface ExcerptPart {
  readonly text: string;
  readonly isFound: boolean;
}

/** The length of an excerpt, in UTF-16 code units. */
const maxLength = 160;
/** How much of the excerpt is in front of the first found word. */
const lead = 40;

/** A word, an identifier, or a run of characters of a script without spaces. */
const wordPattern = /[\p{L}\p{N}\p{M}_]+(?:[-.'’+#]+[\p{L}\p{N}\p{M}_]+)*[+#]*/gu;

/**
 * Returns the line of a text with the most different words of a query, cut around the first of them. Words count as
 * found if they share a search term with the query, so `tested` is found by `tests`.
 */
export function excerptOf(content: string, query: string): readonly ExcerptPart[] {
  const terms = new Set(tokenize(query));
  const lines = content.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  let best: MarkedLine = { line: (lines[0] ?? "").trim(), found: [], terms: 0 };
  for (const line of lines) {
    const marked = markLine(line.trim(), terms);
    if (marked.terms > best.terms || (marked.terms === best.terms && best.found.length === 0 && marked.found.length > 0))
      best = marked;
  }
  return cutAround(best);
}

interface MarkedLine {
  readonly line: string;
  readonly found: readonly { readonly start: number; readonly end: number }[];
  readonly terms: number;
}

function markLine(line: string, terms: ReadonlySet<string>): MarkedLine {
  const found: { start: number; end: number }[] = [];
  const seen = new Set<string>();
  for (const { 0: word, index } of line.matchAll(wordPattern)) {
    const shared = tokenize(word).filter((term) => terms.has(term));
    if (shared.length === 0) continue;
    for (const term of shared) seen.add(term);
    found.push({ start: index, end: index + word.length });
  }
  return { line, found, terms: seen.size };
}

function cutAround({ line, found }: MarkedLine): readonly ExcerptPart[] {
  const first = found[0]?.start ?? 0;
  const from = line.length <= maxLength || first <= lead ? 0 : startOfWord(line, first - lead);
  const to = line.length - from <= maxLength ? line.length : endOfWord(line, from + maxLength);
  const parts: ExcerptPart[] = [];
  const add = (text: string, isFound: boolean): void => {
    if (text !== "") parts.push({ text, isFound });
  };
  add(from > 0 ? "…" : "", false);
  let at = from;
  for (const { start, end } of found) {
    if (start < from || end > to) continue;
    add(line.slice(at, start), false);
    add(line.slice(start, end), true);
    at = end;
  }
  add(line.slice(at, to), false);
  add(to < line.length ? "…" : "", false);
  return parts;
}

/** The next start of a word, if it is near. Otherwise a position that does not divide a character. */
function startOfWord(line: string, at: number): number {
  const space = line.indexOf(" ", at);
  return space >= 0 && space < at + lead ? space + 1 : wholeCharacter(line, at);
}

function endOfWord(line: string, at: number): number {
  const space = line.lastIndexOf(" ", at);
  return space > at - lead ? space : wholeCharacter(line, at);
}

function wholeCharacter(line: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(line.charAt(at)) ? at - 1 : at;
}
