import type { Rule } from "../model/rule.ts";
import { isFunctionWord } from "./function-words.ts";
import { tellingFactor } from "./ordinary-words.ts";
import { countRuleTerms } from "./rule-terms.ts";
import { tokenize } from "./tokenize.ts";

/** Longer runs are texts without spaces. Their tokens are shown instead. */
const maxWordLength = 40;

/** Returns the first word of a text that each token comes from, as the text writes it. */
export function readWrittenWords(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}_.#+-]{1,64}/gu)) {
    const trimmed = word.replace(/[.-]+$/, "");
    if (trimmed.length > maxWordLength) continue;
    for (const token of tokenize(trimmed)) if (!words.has(token)) words.set(token, trimmed);
  }
  return words;
}

/** The telling words of rules that were read before: a rule is near the minimum of many prompts. */
const known = new WeakMap<Rule, readonly string[]>();

/** The words by which prompts about a rule are recognised, as the rule writes them. The most telling ones come first. */
export function tellingWords(rule: Rule): readonly string[] {
  const words = known.get(rule) ?? readTellingWords(rule);
  known.set(rule, words);
  return words;
}

function readTellingWords(rule: Rule): readonly string[] {
  const written = readWrittenWords([rule.description, rule.content, rule.name, ...rule.tags].join("\n"));
  const weights = [...countRuleTerms(rule).frequencies]
    .filter(([token]) => !isFunctionWord(token) && !/^(?:\d+|.)$/u.test(token))
    .map(([token, frequency]) => ({ token, weight: frequency * tellingFactor(token) }))
    .toSorted((left, right) => right.weight - left.weight);
  return [...new Set(weights.flatMap(({ token }) => written.get(token) ?? []))];
}
