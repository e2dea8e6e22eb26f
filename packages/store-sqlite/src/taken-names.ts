import type { Rule } from "@precept/core";
import type { Driver } from "./driver.ts";
import { ruleOf, type RuleRow } from "./rows.ts";

/**
 * Finds the ids in an index alone, since many tenants may use the same name. Null, for all projects or all users,
 * overlaps everything.
 */
const overlapping = `
SELECT r.id FROM rules r INDEXED BY rules_by_name_and_owner
WHERE r.name = ? AND r.scope = ? AND ifnull(r.project_id = ?, TRUE) AND ifnull(r.user_id = ?, TRUE)`;

const select = `
SELECT v.revision, v.rule FROM (${overlapping}) o CROSS JOIN rules c ON c.id = o.id CROSS JOIN revisions v ON v.revision = c.revision`;

/** The rules with the name and the scope of a rule whose project and user overlap with those of the rule. */
export function rulesWithName(driver: Driver, { name, scope, projectId, userId }: Rule, store: string): readonly Rule[] {
  const rows = driver.all(select, name, scope, projectId ?? null, userId ?? null) as readonly RuleRow[];
  return rows.map((row) => ruleOf(row, store));
}
