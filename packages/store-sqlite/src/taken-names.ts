import type { Rule } from "@precept/core";
import type { Driver } from "./driver.ts";
import { ruleOf, type RuleRow } from "./rows.ts";

/** Finds the ids in a covering index, since many tenants may use the same name. Null overlaps with every value. */
const overlapping = `
SELECT r.id FROM rules r INDEXED BY rules_by_name_and_owner
WHERE r.name = ? AND r.scope = ? AND ifnull(r.project_id = ?, TRUE) AND ifnull(r.user_id = ?, TRUE)`;

const select = `
SELECT v.revision, v.rule FROM (${overlapping}) o CROSS JOIN rules c ON c.id = o.id CROSS JOIN revisions v ON v.revision = c.revision`;

/** Returns the rules with the same name and scope as a rule, and an overlapping project and user. */
export function rulesWithName(driver: Driver, { name, scope, projectId, userId }: Rule, store: string): readonly Rule[] {
  const rows = driver.all(select, name, scope, projectId ?? null, userId ?? null) as readonly RuleRow[];
  return rows.map((row) => ruleOf(row, store));
}
