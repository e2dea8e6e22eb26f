import type { Rule } from "../model/rule.ts";
import type { RuleStatus } from "../model/status.ts";
import type { SearchDegradation, SearchMode } from "../ports/rule-search.ts";
import type { WireStoreReport } from "../wire/wire-store-report.ts";
import type { WireMemoryRule } from "../wire/wire-memory-rule.ts";

/** For whom a request of the memory service is answered. */
export interface MemoryRequestOwner {
  /** Rules of this project and of no project. Absent: only rules of no project. Empty or unknown: the request is rejected. */
  readonly project_id?: string;
  /** Rules of this user and of no user. Absent: only rules of no user. Empty: the request is rejected. */
  readonly user_id?: string;
}

/** Which rules a request of the memory service selects. A rule has to match every given field. */
export interface MemoryRulesFilter extends MemoryRequestOwner {
  /** Rules for one of these contexts, and for all contexts. Empty or absent: all rules. */
  readonly scope?: readonly string[];
  readonly category?: NonNullable<Rule["category"]>;
  readonly authority?: Rule["authority"];
  /** Rules for one of these tools, and for all tools. Empty or absent: all rules. */
  readonly tool_targets?: readonly string[];
  /** Rules with all of these tags. */
  readonly tags?: readonly string[];
  /** Rules with one of these statuses. Default `["active"]`. */
  readonly status?: readonly RuleStatus[];
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string;
}

export interface GetMemoryRulesRequest extends MemoryRulesFilter {
  /** The maximum number of rules of the page, up to 1,000. Default, and for 0: 100. */
  readonly limit?: number;
}

export interface SearchMemoryRulesRequest extends MemoryRulesFilter {
  /** The text to search for. */
  readonly query: string;
  /** Default `hybrid`. */
  readonly search_mode?: SearchMode;
  /** The maximum number of rules of the page, up to 1,000. Default, and for 0: 10. */
  readonly limit?: number;
  /** The minimum score, of each leg of the search. A rule is found if it reaches the minimum of one leg. Default, and for 0: any score above 0. */
  readonly score_threshold?: number;
  /** The minimum score by words, from 0 to 1. Default `score_threshold`. */
  readonly sparse_threshold?: number;
  /** The minimum score by meaning, from -1 to 1. Default `score_threshold`. */
  readonly dense_threshold?: number;
}

export interface GetMemoryRuleByIdRequest extends MemoryRequestOwner {
  readonly rule_id: string;
}

export interface UpdateRuleUsageRequest extends MemoryRequestOwner {
  /** The rules that were used. An id that is in the list several times counts once. */
  readonly rule_ids: readonly string[];
  readonly session_id?: string;
  /** The tool that used the rules, such as `claude`. */
  readonly tool?: string;
}

export interface MemoryRulesResponse {
  readonly rules: readonly WireMemoryRule[];
  /** The number of rules on all pages. */
  readonly total_count: number;
  /** The cursor of the next page. Absent on the last page. */
  readonly next_cursor?: string;
  /** The mode of the search. Absent if the request was no search. */
  readonly mode_used?: SearchMode;
  /** Why the search used another mode, or did not see everything. Absent if it did not. */
  readonly degraded?: SearchDegradation;
  /** Whether the search has more results than `total_count` and the pages include. Absent if it has not. */
  readonly is_cut?: true;
  /** The stores whose rules are missing or may be out of date. Empty if the answer is complete. */
  readonly stores: readonly WireStoreReport[];
}

export interface UpdateRuleUsageResponse {
  /** The number of rules whose usage was counted. */
  readonly updated_count: number;
  /** Whether the usage of all rules was counted. */
  readonly success: boolean;
  /** The ids of the rules that do not exist, are not visible to the project and user, or are in a store that does not count uses. */
  readonly not_updated: readonly string[];
}
