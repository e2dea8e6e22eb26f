import type { FilteredRule } from "../ports/rule-filter.ts";
import type { SearchedRules } from "../ports/searched-rules.ts";
import type { StoredRule } from "../ports/stored-rule.ts";
import type { SearchableIndex } from "./search-indexes.ts";
import { StoredWords } from "./stored-words.ts";

/** An index of rules of which a store has the words. Rules are only read when they are hits. */
export class SearchedIndex implements SearchableIndex {
  readonly words: StoredWords;
  readonly vectors: undefined;
  readonly lacksVectors: boolean = false;
  readonly #rules: SearchedRules;

  constructor(rules: SearchedRules) {
    this.#rules = rules;
    this.words = new StoredWords(rules.words);
  }

  get size(): number {
    return this.words.size;
  }

  fieldsOf(id: string): FilteredRule | undefined {
    return this.#rules.fieldsOf(id);
  }

  get(id: string): StoredRule | undefined {
    return this.#rules.read(id);
  }
}
