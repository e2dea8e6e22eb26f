import type { Rule } from "../model/rule.ts";

/** The maximum length of the text that is embedded for a rule, in UTF-16 code units. Most models read only the first 256 to 512 tokens. */
export const maxSearchTextLength = 4_000;

/**
 * The text that is embedded for a rule: its name, description, tags and content. Every store uses it, so that vectors are comparable and a stored
 * vector is up to date exactly as long as this text does not change. The end of a long text is cut off, so it can only be found by words.
 */
export function searchTextOf({
  name,
  description,
  tags,
  content,
}: Pick<Rule, "name" | "description" | "tags" | "content">): string {
  return cutSearchText([name, description, tags.join(", "), content].filter((part) => part !== "").join("\n"));
}

/** Cuts off the end of a text that is too long to be embedded, for example of a query. */
export function cutSearchText(text: string): string {
  if (text.length <= maxSearchTextLength) return text;
  const isInsidePair = (text.codePointAt(maxSearchTextLength - 1) ?? 0) > 0xffff;
  return text.slice(0, isInsidePair ? maxSearchTextLength - 1 : maxSearchTextLength);
}
