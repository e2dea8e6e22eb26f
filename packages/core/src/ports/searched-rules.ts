import type { Tenant } from "../model/tenant.ts";
import type { FilteredRule } from "./rule-filter.ts";
import type { StoredRule } from "./stored-rule.ts";

/** The words of rules as plain data, which a store can keep in a file. Documents and terms are numbered from 0. */
export interface WordData {
  /** By document: the id of its rule. */
  readonly ids: readonly string[];
  /** By document: the sum of the frequencies of all its terms. */
  readonly lengths: Uint32Array;
  /** Each term of the rules once, sorted by code unit. */
  readonly terms: readonly string[];
  /** By term: where its postings start, in bytes; then their end. */
  readonly starts: Uint32Array;
  /**
   * The postings of each term, by document: the difference to the document before, with seven bits per byte, then a byte
   * with the frequency.
   */
  readonly postings: Uint8Array;
}

/** The rules of one owner in a store, as far as a search needs them before it knows its hits. */
export interface SearchedRules {
  readonly owner: Tenant;
  readonly words: WordData;
  /** Returns what filters need of a rule, without reading it. Undefined for an unknown id. */
  fieldsOf(id: string): FilteredRule | undefined;
  /** Reads a rule. Undefined if it was deleted in the meantime. */
  read(id: string): StoredRule | undefined;
}
