import { findSpans, type Region } from "./code-spans.ts";
import { readBlocks } from "./read-blocks.ts";

/**
 * Finds the code in a Markdown text, in order: code spans and fenced blocks, also those in quotes and list items. A
 * block extends from the start of its first line to the end of its last; an unclosed block ends with its container.
 * Indented code and HTML count as text, so that checks of text do not miss anything in them.
 *
 * @param from the offset at which the Markdown begins.
 */
export function findCode(text: string, from = 0): readonly Region[] {
  const { fences, texts } = readBlocks(text, from);
  return [...fences, ...texts.flatMap((region) => findSpans(text, region))].toSorted(([left], [right]) => left - right);
}

/** Finds only the fenced blocks, see {@link findCode}. */
export function findFences(text: string): readonly Region[] {
  return text.includes("```") || text.includes("~~~") ? readBlocks(text, 0).fences : [];
}
