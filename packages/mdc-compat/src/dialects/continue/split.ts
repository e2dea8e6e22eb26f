import type { FrontMatterSplit } from "@precept/core";
import { splitAsText, splitInto } from "../../format/split-parts.ts";

/**
 * Splits a file where Continue does: at the first two lines that are `---`, wherever they are. A byte order mark makes the first line another one.
 * (https://github.com/continuedev/continue, `parseMarkdownRule`)
 */
export function splitAsContinue(text: string): FrontMatterSplit {
  const [first, second] = text.matchAll(/^---[^\S\r\n]*(?:\r\n|\r|\n|$)/gm);
  if (first === undefined || second === undefined) return splitAsText(text, text.startsWith("\uFEFF") ? "\uFEFF" : "");
  const [open] = first;
  const [close] = second;
  return splitInto({
    lead: text.slice(0, first.index),
    open,
    header: text.slice(first.index + open.length, second.index),
    close,
    body: text.slice(second.index + close.length),
  });
}
