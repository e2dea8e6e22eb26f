import type {
  WireMemoryRule,
  GetMemoryRuleByIdRequest,
  GetMemoryRulesRequest,
  MemoryRulesResponse,
  SearchMemoryRulesRequest,
  UpdateRuleUsageRequest,
  UpdateRuleUsageResponse,
} from "@precept/contract";
import type { Cancellable } from "../ports/cancellable.ts";

/**
 * Returns the rules of a project and a user to remote clients: the same four calls over every transport. Requests come from outside, so all fields are
 * validated: invalid requests throw `REQUEST_INVALID`, with every invalid field.
 *
 * A request without a project gets the rules of no project, never those of all projects.
 */
export interface MemoryService {
  /** Lists rules by a filter, in the order of their ids. */
  getMemoryRules(request: GetMemoryRulesRequest, options?: Cancellable): Promise<MemoryRulesResponse>;
  /**
   * Searches rules by words and by meaning, best first.
   *
   * @throws PreceptError `SEARCH_MODE_UNAVAILABLE` if `dense` is requested without an embedder.
   */
  searchMemoryRules(request: SearchMemoryRulesRequest, options?: Cancellable): Promise<MemoryRulesResponse>;
  /**
   * Returns the rule with an id, whatever its status.
   *
   * @throws PreceptError `RULE_NOT_FOUND` if it does not exist, or belongs to another project or user.
   */
  getMemoryRuleById(request: GetMemoryRuleByIdRequest, options?: Cancellable): Promise<WireMemoryRule>;
  /** Counts that a session used rules. */
  updateRuleUsage(request: UpdateRuleUsageRequest, options?: Cancellable): Promise<UpdateRuleUsageResponse>;
}
