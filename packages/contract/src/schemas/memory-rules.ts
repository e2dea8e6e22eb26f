import { z } from "zod";
import { searchDegradations, searchModes } from "../values/request.ts";
import { authorities, ruleCategories, statuses } from "../values/rule-kinds.ts";
import { wireStoreReport } from "./diagnostic.ts";
import type { Wire } from "./object-of.ts";
import { wireRule } from "./wire-rule.ts";

const text = z.string();
const texts = z.array(text);
const count = z.int().min(0);
const { content, contexts, scope, conditions: _conditions, metadata: _metadata, ...sameFields } = wireRule.shape;

const wireMemoryRule = z.object({
  ...sameFields,
  rule: content,
  scope: contexts,
  rule_scope: scope,
  conditions: text.nullable().describe("JSON; null if the rule has no conditions."),
  metadata: text.nullable().describe("JSON; null if the rule has no metadata."),
  relevance_score: z.exactOptional(z.number()).describe("The score of the search that found the rule. Absent if no search did."),
  sparse_score: z.exactOptional(z.number()).describe("The score of the search by words. Absent if it did not find the rule."),
  dense_score: z.exactOptional(z.number()).describe("The score of the search by meaning. Absent if it did not find the rule."),
});

/**
 * The format of a rule in the messages of the memory service. It has the names of memory rules (`rule` for the content, the contexts as `scope`), and
 * all other fields of `WireRule`, so that nothing is lost.
 */
export type WireMemoryRule = Wire<typeof wireMemoryRule>;

const ownerFields = {
  project_id: z
    .exactOptional(text)
    .describe(
      "Rules of this project and of no project. Absent: only rules of no project. Empty or unknown: the request is rejected.",
    ),
  user_id: z
    .exactOptional(text)
    .describe("Rules of this user and of no user. Absent: only rules of no user. Empty: the request is rejected."),
};

const owner = z.object(ownerFields);

/** For whom a request of the memory service is answered. */
export type MemoryRequestOwner = Wire<typeof owner>;

const filter = z.object({
  ...ownerFields,
  scope: z.exactOptional(texts).describe("Rules for one of these contexts, and for all contexts. Empty or absent: all rules."),
  category: z.exactOptional(z.enum(ruleCategories)),
  authority: z.exactOptional(z.enum(authorities)),
  tool_targets: z.exactOptional(texts).describe("Rules for one of these tools, and for all tools. Empty or absent: all rules."),
  tags: z.exactOptional(texts).describe("Rules with all of these tags."),
  status: z.exactOptional(z.array(z.enum(statuses))).describe('Rules with one of these statuses. Default `["active"]`.'),
  cursor: z.exactOptional(text).describe("The `next_cursor` of the previous page."),
});

/** Which rules a request of the memory service selects. A rule has to match every given field. */
export type MemoryRulesFilter = Wire<typeof filter>;

const limit = z.exactOptional(count);
const listRequest = filter.extend({
  limit: limit.describe("The maximum number of rules of the page, up to 1,000. Default, and for 0: 100."),
});

export type GetMemoryRulesRequest = Wire<typeof listRequest>;

const score = z.exactOptional(z.number());
const searchRequest = filter.extend({
  query: text.describe("The text to search for."),
  search_mode: z.exactOptional(z.enum(searchModes)).describe("Default `hybrid`."),
  limit: limit.describe("The maximum number of rules of the page, up to 1,000. Default, and for 0: 10."),
  score_threshold: score.describe(
    "The minimum score, of each leg of the search. A rule is found if it reaches the minimum of one leg. Default, and for 0: any score above 0.",
  ),
  sparse_threshold: score.describe("The minimum score by words, from 0 to 1. Default `score_threshold`."),
  dense_threshold: score.describe("The minimum score by meaning, from -1 to 1. Default `score_threshold`."),
});

export type SearchMemoryRulesRequest = Wire<typeof searchRequest>;

const idRequest = owner.extend({ rule_id: text });

export type GetMemoryRuleByIdRequest = Wire<typeof idRequest>;

const usageRequest = owner.extend({
  rule_ids: texts.describe("The rules that were used. An id that is in the list several times counts once."),
  session_id: z.exactOptional(text),
  tool: z.exactOptional(text).describe("The tool that used the rules, such as `claude`."),
});

export type UpdateRuleUsageRequest = Wire<typeof usageRequest>;

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
