import { z } from "zod";
import type {
  getMemoryRuleByIdRequest,
  getMemoryRulesRequest,
  searchMemoryRulesRequest,
  updateRuleUsageRequest,
} from "../memory-requests.ts";
import { searchDegradations, searchModes } from "../values/request.ts";
import { wireStoreReport } from "./diagnostic.ts";
import { count, texts, type Wire } from "../wire-parts.ts";
import { wireRule } from "./rule.ts";

const text = z.string();
const { content, contexts, scope, conditions: _conditions, checks: _checks, metadata: _metadata, ...sameFields } = wireRule.shape;

const wireMemoryRule = z.object({
  ...sameFields,
  rule: content,
  scope: contexts,
  rule_scope: scope,
  checks: texts.describe("The ids of policies, and the rule's own checks as JSON objects."),
  conditions: text.nullable().describe("JSON; null if the rule has no conditions."),
  metadata: text.nullable().describe("JSON; null if the rule has no metadata."),
  relevance_score: z.exactOptional(z.number()).describe("The score of the search that found the rule. Absent if no search did."),
  sparse_score: z.exactOptional(z.number()).describe("The score of the search by words. Absent if it did not find the rule."),
  dense_score: z.exactOptional(z.number()).describe("The score of the search by meaning. Absent if it did not find the rule."),
});

/**
 * The format of a rule in the messages of the memory service. It has the names of memory rules (`rule` for the content,
 * the contexts as `scope`), and all other fields of `WireRule`, so that nothing is lost.
 */
export type WireMemoryRule = Wire<typeof wireMemoryRule>;

/** For whom a request of the memory service is answered. */
export type MemoryRequestOwner = Pick<GetMemoryRulesRequest, "project_id" | "user_id">;

/** Which rules a request of the memory service selects. A rule has to match every given field. */
export type MemoryRulesFilter = Omit<GetMemoryRulesRequest, "limit">;

export type GetMemoryRulesRequest = Wire<typeof getMemoryRulesRequest>;
export type SearchMemoryRulesRequest = Wire<typeof searchMemoryRulesRequest>;
export type GetMemoryRuleByIdRequest = Wire<typeof getMemoryRuleByIdRequest>;
export type UpdateRuleUsageRequest = Wire<typeof updateRuleUsageRequest>;

const rulesResponse = z.object({
  rules: z.array(wireMemoryRule),
  total_count: count.describe("The number of rules on all pages."),
  next_cursor: z.exactOptional(text).describe("The cursor of the next page. Absent on the last page."),
  mode_used: z.exactOptional(z.enum(searchModes)).describe("The mode of the search. Absent if the request was no search."),
  degraded: z
    .exactOptional(z.enum(searchDegradations))
    .describe("Why the search used another mode, or did not see everything. Absent if it did not."),
  is_cut: z
    .exactOptional(z.literal(true))
    .describe("Whether the search has more results than `total_count` and the pages include. Absent if it has not."),
  stores: z
    .array(wireStoreReport)
    .describe("The stores whose rules are missing or may be out of date. Empty if the answer is complete."),
});

export type MemoryRulesResponse = Wire<typeof rulesResponse>;

const usageResponse = z.object({
  updated_count: count.describe("The number of rules whose usage was counted."),
  success: z.boolean().describe("Whether the usage of all rules was counted."),
  not_updated: texts.describe(
    "The ids of the rules that do not exist, are not visible to the project and user, or are in a store that does not count uses.",
  ),
});

export type UpdateRuleUsageResponse = Wire<typeof usageResponse>;
