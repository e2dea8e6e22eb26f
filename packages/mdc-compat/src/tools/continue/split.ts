import type { FrontMatterSplit } from "@precept/core";
import { createTextSplit, createSplit } from "../../format/create-split.ts";

/**
 * Splits front matter and body as Continue does: at the first two `---` lines, anywhere in the file. After a byte order mark, `---` does not count.
 * (https://github.com/continuedev/continue, `parseMarkdownRule`)
 */
export function splitAsContinue(text: string): FrontMatterSplit {
  const [first, second] = text.matchAll(/^---[^\S\r\n]*(?:\r\n|\r|\n|$)/gm);
  if (first === undefined || second === undefined) return createTextSplit(text, text.startsWith("\uFEFF") ? "\uFEFF" : "");
  const [open] = first;
  const [close] = second;
  return createSplit({
    lead: text.slice(0, first.index),
    open,
    header: text.slice(first.index + open.length, second.index),
    close,
    body: text.slice(second.index + close.length),
  });
}
