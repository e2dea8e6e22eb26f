import { findSpans } from "./code-spans.ts";
import { readBlocks } from "./read-blocks.ts";
import type { Region } from "./region.ts";

/**
 * Finds the code of a Markdown text, in order: fenced blocks, in quotes and list items too, and spans. A block begins where its first line does and
 * ends behind its last one; one that is never closed ends with what it lies in. Indented code and HTML count as text: where something must not be
 * missed outside of code, that is the safe side.
 *
 * @param from where the Markdown begins.
 */
export function findCode(text: string, from = 0): readonly Region[] {
  const { fences, texts } = readBlocks(text, from);
  return [...fences, ...texts.flatMap((region) => findSpans(text, region))].toSorted(([left], [right]) => left - right);
}

/** Finds the fenced blocks alone, as `findCode` does. */
export function findFences(text: string): readonly Region[] {
  return text.includes("```") || text.includes("~~~") ? readBlocks(text, 0).fences : [];
}
