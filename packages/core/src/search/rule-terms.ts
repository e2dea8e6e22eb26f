import type { Rule } from "../model/rule.ts";
import { eachTerm } from "./tokenize.ts";

/** The terms of a rule, for the sparse leg. */
export interface RuleTerms {
  /** How often the rule contains each term, weighted by field: at most 255. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** The sum of the frequencies. */
  readonly length: number;
}

type SearchedField = "name" | "description" | "tags" | "globs" | "content";

/** The fields that are searched by words. A word in the name counts as often as three in the content. */
const fieldWeights: Readonly<Record<SearchedField, number>> = { name: 3, description: 2, tags: 2, globs: 1, content: 1 };
const maxFrequency = 255;

/** Counts the terms of the searched fields of a rule: name, description, tags, globs and content. */
export function countRuleTerms(rule: Pick<Rule, SearchedField>): RuleTerms {
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const [field, weight] of Object.entries(fieldWeights) as [SearchedField, number][]) {
    const value = rule[field];
    eachTerm(typeof value === "string" ? value : value.join("\n"), (token) => {
      frequencies.set(token, Math.min(maxFrequency, (frequencies.get(token) ?? 0) + weight));
      length += weight;
    });
  }
  return { frequencies, length };
}

/** How much text is embedded for a rule, in UTF-16 code units. Most models read only the first 256 to 512 tokens. */
export const maxSearchTextLength = 4_000;

/**
 * The text that is embedded for a rule: its name, description, tags and content. Every store uses it, so that vectors
 * are comparable and a stored vector is up to date exactly as long as this text does not change. The end of a long text
 * is cut off, so it can only be found by words.
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
  const isInsidePair = (text.codePointAt(maxSearchTextLength - 1) as number) > 0xffff;
  return text.slice(0, isInsidePair ? maxSearchTextLength - 1 : maxSearchTextLength);
}
