import { findCode, type Region } from "@precept/core";
import { findBacktickCode } from "./backtick-code.ts";
import type { ImportFacts } from "./facts.ts";

/** Whether the tool would take a part of the text for an import. */
export function hasImports(content: string, facts: ImportFacts): boolean {
  return findImports(content, facts).length > 0;
}

/** What the tool would take for an import, as far as the next code. */
export function findImports(content: string, facts: ImportFacts): readonly Region[] {
  return readImports(content, facts).imports;
}

/**
 * The text with everything in backticks that the tool would take for an import and that was not meant as one. Nothing but backticks is added, and what
 * was code stays as it is, unless the backticks of the text are so odd that new ones would turn it into text: then the words in it get some as well.
 */
export function escapeImports(content: string, facts: ImportFacts): string {
  const { imports, code } = readImports(content, facts);
  if (imports.length === 0) return content;
  // Backticks that close nothing must find nothing to close in what is added.
  const alone = new Set(isBacktickOutside(content, code) ? rowsIn(content) : []);
  let escaped = "";
  let position = 0;
  for (const [start, end] of imports) {
    const word = content.slice(start, end);
    const [before, after] = marksFor(word, /^`*/.exec(content.slice(end))?.[0] ?? "", alone);
    escaped += content.slice(position, start) + before + word + after;
    position = end;
  }
  escaped += content.slice(position);
  // Behind a backtick no word is an import, whatever is code.
  return hasImports(escaped, facts) ? content.replace(facts.pattern, (word) => `\`${word}\``) : escaped;
}

/** The backticks to put in front of a word, and behind it. */
function marksFor(word: string, next: string, alone: ReadonlySet<number>): readonly [before: string, after: string] {
  // Code follows that opens with as many: both become one.
  if (next !== "") return [next, next];
  const rows = rowsIn(word);
  let length = rows.reduce((most, row) => Math.max(most, row), 0) + 1;
  while (alone.has(length)) length += 1;
  // Backticks at the end of the word are already some of those behind it.
  const own = word.endsWith("`") ? (rows.at(-1) ?? 0) : 0;
  return ["`".repeat(length), "`".repeat(length - own)];
}

function readImports(
  content: string,
  facts: ImportFacts,
): { readonly imports: readonly Region[]; readonly code: readonly Region[] } {
  if (!content.includes("@") || content.search(facts.pattern) < 0) return { imports: [], code: [] };
  const code = facts.code === "backticks" ? findBacktickCode(content) : findCode(content);
  const imports: Region[] = [];
  let at = 0;
  for (const { 0: word, index } of content.matchAll(facts.pattern)) {
    while ((code[at]?.[1] ?? content.length) <= index) at += 1;
    const next = code[at]?.[0] ?? content.length;
    let end = Math.min(index + word.length, next);
    // Backticks that open nothing stand too near to be left out.
    while (end < next && content[end] === "`") end += 1;
    if (index < next) imports.push([index, end]);
  }
  return { imports, code };
}

/** Whether there are backticks that neither open nor close code. */
function isBacktickOutside(content: string, code: readonly Region[]): boolean {
  const edges = [0, ...code.flat(), content.length];
  return edges.some((edge, at) => at % 2 === 0 && content.slice(edge, edges[at + 1]).includes("`"));
}

/** The lengths of the rows of backticks in a text. */
function rowsIn(text: string): readonly number[] {
  return Array.from(text.matchAll(/`+/g), ([row]) => row.length);
}
