import type { SearchDegradation, SearchMode } from "@precept/contract/values";
import type { LegScores } from "../model/relevance.ts";
import type { Cancellable } from "./cancellable.ts";
import type { RuleFilter } from "./rule-filter.ts";
import type { StoredRule } from "./stored-rule.ts";

export interface SearchQuery {
  /** The text to search for, in any language. */
  readonly text: string;
  /** The rules to search. Default: all rules. */
  readonly filter?: RuleFilter;
  /** Default `hybrid`. */
  readonly mode?: SearchMode;
  /** The maximum number of hits of a page. Default 10. */
  readonly limit?: number;
  /** The minimum score of each leg. A hit reaches it in at least one leg. Default: any score above 0. */
  readonly minScores?: LegScores;
  /** Continues after the last hit of a page. */
  readonly cursor?: string;
}

/** A rule that a search found. */
export interface SearchHit {
  readonly stored: StoredRule;
  /** Orders the hits, highest first: the score by words, plus a part of the confidence by meaning. */
  readonly score: number;
  readonly scores: LegScores;
  /**
   * How far the score by meaning stands out among those between stored rules, 0 to 1. Only this part counts. Absent: the
   * rule was not compared by meaning.
   */
  readonly confidence?: number;
}

/** A page of a search. */
export interface SearchResult {
  /** Highest score first; rules with the same score by id. */
  readonly hits: readonly SearchHit[];
  readonly modeUsed: SearchMode;
  readonly degraded?: SearchDegradation;
  /** The cursor of the next page. Absent: this is the last page. */
  readonly cursor?: string;
  /** The number of hits on all pages. */
  readonly total: number;
  /** Whether a leg reached its maximum of candidates, so that `total` and the last pages may lack matching rules. */
  readonly isCut: boolean;
}

/** Finds rules by text. */
export interface RuleSearch {
  /** Searches rules. Scores and spelling corrections depend only on rules that the tenant of the filter sees. */
  search(query: SearchQuery, options?: Cancellable): Promise<SearchResult>;
}
