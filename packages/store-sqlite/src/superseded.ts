import type { RuleFilter } from "@precept/core";
import { condition, type Condition } from "./condition.ts";
import { visibleTo } from "./owner.ts";
import { isUtf8 } from "./rows.ts";

/**
 * Selects the first active rule that replaces a rule of the table `r`, for those who see it. @param id the column with
 * the id of the rule.
 */
export type ReplacedBy = (id: string) => Condition;

/**
 * Which rules supersede others for the tenant of a filter, see `statusTenant`. There are no cycles to consider, since
 * the store rejects them.
 */
export function replacedByFor({ tenant, projectId, userId }: RuleFilter): ReplacedBy {
  const seen = tenant === undefined ? [seenIn("project_id", projectId), seenIn("user_id", userId)] : [visibleTo("s", tenant)];
  const conditions = seen.map(({ sql }) => ` AND (${sql})`).join("");
  return (id) => ({
    sql:
      `SELECT o.rule_id FROM rule_replaces o CROSS JOIN rules s ON s.id = o.rule_id ` +
      `WHERE o.value = ${id} AND +s.enabled = 1 AND +s.pending = 0${conditions} ORDER BY o.rule_id LIMIT 1`,
    values: seen.flatMap(({ values }) => values),
  });
}

/**
 * Whether those who see a rule see the rule that replaces it. Without a wanted value, these are the ones with the value
 * of the rule.
 */
function seenIn(column: string, wanted: string | undefined): Condition {
  if (wanted === undefined) return condition(`+s.${column} IS NULL OR +s.${column} = r.${column}`);
  return isUtf8(wanted) ? condition(`+s.${column} IS NULL OR +s.${column} = ?`, wanted) : condition(`+s.${column} IS NULL`);
}
