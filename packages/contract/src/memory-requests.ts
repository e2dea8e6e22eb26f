import * as z from "zod/mini";
import { described } from "./described.ts";
import { searchModes } from "./values/request.ts";
import { authorities, ruleCategories, statuses } from "./values/rules.ts";

// The requests of the memory service.

const text = z.string();
const optionalText = z.exactOptional(text);
const filledText = text.check(z.minLength(1));
const texts = z.exactOptional(z.array(text));

function optionalNumber(min: number, max: number) {
  return z.exactOptional(z.number().check(z.gte(min), z.lte(max)));
}

const ownerFields = {
  project_id: described(
    "Rules of this project and of no project. Absent: only rules of no project. Empty or unknown: the request is rejected.",
    optionalText,
  ),
  user_id: described(
    "Rules of this user and of no user. Absent: only rules of no user. Empty: the request is rejected.",
    optionalText,
  ),
};

const sessionFields = {
  session_id: described(
    "The session of the agent that gets the rules, for `precept sessions`. Absent or empty: the delivery is not recorded.",
    optionalText,
  ),
};

const filterFields = {
  ...ownerFields,
  ...sessionFields,
  scope: described("Rules for one of these contexts, and for all contexts. Empty or absent: all rules.", texts),
  category: z.exactOptional(z.enum(ruleCategories)),
  authority: z.exactOptional(z.enum(authorities)),
  tool_targets: described("Rules for one of these tools, and for all tools. Empty or absent: all rules.", texts),
  tags: described("Rules with all of these tags.", texts),
  status: described('Rules with one of these statuses. Default `["active"]`.', z.exactOptional(z.array(z.enum(statuses)))),
  limit: described(
    "The maximum number of rules of the page, up to 1,000. Default, and for 0: 100, or 10 for a search.",
    z.exactOptional(z.int().check(z.gte(0), z.lte(1000))),
  ),
  cursor: described("The `next_cursor` of the previous page.", optionalText),
};

export const getMemoryRulesRequest = z.object(filterFields);

export const searchMemoryRulesRequest = z.object({
  ...filterFields,
  query: described("The text to search for.", filledText),
  search_mode: described("Default `hybrid`.", z.exactOptional(z.enum(searchModes))),
  score_threshold: described(
    "The minimum score, of each leg of the search. A rule is found if it reaches the minimum of one leg. Default, and for 0: any score above 0.",
    optionalNumber(-1, 1),
  ),
  sparse_threshold: described("The minimum score by words. Default `score_threshold`.", optionalNumber(0, 1)),
  dense_threshold: described("The minimum score by meaning. Default `score_threshold`.", optionalNumber(-1, 1)),
});

export const getMemoryRuleByIdRequest = z.object({ ...ownerFields, ...sessionFields, rule_id: filledText });

export const updateRuleUsageRequest = z.object({
  ...ownerFields,
  rule_ids: described("The rules that were used. An id that is in the list several times counts once.", z.array(text)),
  session_id: optionalText,
  tool: described("The tool that used the rules, such as `claude`.", optionalText),
});
