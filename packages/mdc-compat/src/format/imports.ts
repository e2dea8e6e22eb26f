import { findCode, type Region } from "@precept/core";
import { findBacktickCode } from "./backtick-code.ts";
import type { ImportSpec } from "../model/spec.ts";

/** Whether the text has a word that the tool expands as an import. */
export function hasImports(content: string, spec: ImportSpec): boolean {
  return findImports(content, spec).length > 0;
}

/** Finds the words that the tool expands as imports. A word ends where code begins. */
export function findImports(content: string, spec: ImportSpec): readonly Region[] {
  return scanImports(content, spec).imports;
}

/**
 * Puts every import of the text into backticks, so that the tool does not expand it.
 *
 * Only backticks are added, and code remains code. The exception are texts with unbalanced backticks in which new ones
 * would end existing code: then the imports in that code get backticks as well.
 */
export function escapeImports(content: string, spec: ImportSpec): string {
  const { imports, code } = scanImports(content, spec);
  if (imports.length === 0) return content;
  // An unbalanced run of backticks must not find a closing run of the same length among those that are added.
  const unbalanced = new Set(hasBacktickOutsideCode(content, code) ? getRunLengths(content) : []);
  let escaped = "";
  let position = 0;
  for (const [start, end] of imports) {
    const word = content.slice(start, end);
    const [before, after] = chooseBackticks(word, /^`*/.exec(content.slice(end))?.[0] ?? "", unbalanced);
    escaped += content.slice(position, start) + before + word + after;
    position = end;
  }
  escaped += content.slice(position);
  // A word after a backtick is never an import, wherever code begins and ends.
  return hasImports(escaped, spec) ? content.replace(spec.pattern(), (word) => `\`${word}\``) : escaped;
}

/** Returns the backticks to insert before and after a word. `next` is the run of backticks that follows the word. */
function chooseBackticks(word: string, next: string, unbalanced: ReadonlySet<number>): readonly [before: string, after: string] {
  // Code follows immediately. With runs of the same length, the word and that code become one code span.
  if (next !== "") return [next, next];
  const runs = getRunLengths(word);
  let length = runs.reduce((longest, run) => Math.max(longest, run), 0) + 1;
  while (unbalanced.has(length)) length += 1;
  // Backticks at the end of the word are part of the closing run.
  const trailing = word.endsWith("`") ? (runs.at(-1) ?? 0) : 0;
  return ["`".repeat(length), "`".repeat(length - trailing)];
}

function scanImports(
  content: string,
  spec: ImportSpec,
): { readonly imports: readonly Region[]; readonly code: readonly Region[] } {
  if (!content.includes("@") || content.search(spec.pattern()) < 0) return { imports: [], code: [] };
  const code = spec.code === "backticks" ? findBacktickCode(content) : findCode(content);
  const imports: Region[] = [];
  let at = 0;
  for (const { 0: word, index } of content.matchAll(spec.pattern())) {
    while ((code[at]?.[1] ?? content.length) <= index) at += 1;
    const next = code[at]?.[0] ?? content.length;
    let end = Math.min(index + word.length, next);
    // Backticks after the word that open no code belong to the word: they would merge with added backticks.
    while (end < next && content[end] === "`") end += 1;
    if (index < next) imports.push([index, end]);
  }
  return { imports, code };
}

/** Whether there are backticks that neither open nor close code. */
function hasBacktickOutsideCode(content: string, code: readonly Region[]): boolean {
  const edges = [0, ...code.flat(), content.length];
  return edges.some((edge, at) => at % 2 === 0 && content.slice(edge, edges[at + 1]).includes("`"));
}

/** Returns the lengths of all runs of backticks. */
function getRunLengths(text: string): readonly number[] {
  return Array.from(text.matchAll(/`+/g), ([run]) => run.length);
}
