import { comparableText } from "../text/comparable-text.ts";
import type { Rule } from "./rule.ts";

/** The maximum length of a description that is made from a text, in UTF-16 code units. */
const maxLength = 100;

/** What begins a line of Markdown and is no part of its text. */
const markers = /^[\s#>*+-]*(?:\d+[.)]\s+)?/;

/**
 * Makes a description from a text: its first sentence, or the words of it that fit into 100 characters. Empty if the text begins with code
 * or has no letters.
 */
export function describeText(text: string): string {
  const [line = ""] = text.replace(markers, "").split(/[\r\n]/, 1);
  const [sentence = ""] = /^.*?[.!?。！？](?=\s|$)|^.*/u.exec(line.replace(/\s+/g, " ").trim()) ?? [];
  if (!/\p{L}/u.test(sentence) || /^(?:```|~~~)/.test(sentence)) return "";
  if (sentence.length <= maxLength) return sentence;
  const cut = sentence.slice(0, maxLength + 1);
  return cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : maxLength).trimEnd();
}

/** The description of a rule, unless it only repeats the beginning of the text. */
export function ownDescription({ description, content }: Pick<Rule, "description" | "content">): string {
  const beginning = content.replace(markers, "").slice(0, description.length * 2);
  return comparableText(beginning).startsWith(comparableText(description)) ? "" : description;
}
