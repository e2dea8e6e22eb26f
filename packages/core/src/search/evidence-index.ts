import { ownDescription } from "../model/own-description.ts";
import type { Rule } from "../model/rule.ts";
import { isFunctionWord } from "./function-words.ts";
import { countRuleTerms, type RuleTerms } from "./rule-terms.ts";
import { SparseIndex } from "./sparse-index.ts";
import { eachTerm } from "./tokenize.ts";

/** The `relevant` rules of one owner by their words, from all stores alike. */
export class EvidenceIndex {
  readonly words: SparseIndex = new SparseIndex();
  readonly #rules = new Map<string, Rule>();

  /** Adds a rule, or replaces the one with its store and id. A rule that is no longer relevant is removed. */
  set(rule: Rule): void {
    const key = keyOf(rule.origin.store, rule.id);
    if (rule.inclusion !== "relevant" || rule.authority === "absolute") return this.#delete(key);
    this.#rules.set(key, rule);
    this.words.set(key, countTermsAndPairs(rule));
  }

  delete(store: string, id: string): void {
    this.#delete(keyOf(store, id));
  }

  /** Returns the rule of a key of `words`. */
  ruleOf(key: string): Rule | undefined {
    return this.#rules.get(key);
  }

  #delete(key: string): void {
    this.#rules.delete(key);
    this.words.delete(key);
  }
}

/** Counts the terms of a rule, and the pairs of terms that follow each other. Pairs do not count in the length. */
function countTermsAndPairs(rule: Rule): RuleTerms {
  // A description that repeats the text would make all its words count as those of a title.
  const description = ownDescription(rule);
  const { frequencies, length } = countRuleTerms({ ...rule, description });
  const counted = new Map(frequencies);
  for (const text of [rule.name, description, rule.content]) {
    let previous: string | undefined;
    eachTerm(text, (token) => {
      if (isFunctionWord(token)) return;
      if (previous !== undefined) counted.set(pairOf(previous, token), 2);
      previous = token;
    });
  }
  return { frequencies: counted, length };
}

/** The term of two terms that follow each other. */
export function pairOf(first: string, second: string): string {
  return `${first} ${second}`;
}

function keyOf(store: string, id: string): string {
  return JSON.stringify([store, id]);
}
