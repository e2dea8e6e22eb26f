import { ruleOf, storedOf, type JsonRow, type Rule, type StoredRule, type Tenant } from "@precept/core";
import { allOf, ownerConditions } from "./condition.ts";
import type { Driver } from "./driver.ts";
import { isUtf8, sqlText } from "./rows.ts";

/** Returns the current revision of a rule; undefined if the rule does not exist or is not visible to the tenant. */
export function readCurrent(driver: Driver, id: string, tenant?: Tenant): JsonRow | undefined {
  const visible = allOf(tenant === undefined ? [] : ownerConditions("r", { tenant }));
  const sql =
    "SELECT r.revision, v.rule FROM rules r CROSS JOIN revisions v ON v.revision = r.revision " +
    `WHERE r.id = ? AND ${visible.sql}`;
  return driver.get(sql, sqlText(id), ...visible.values) as JsonRow | undefined;
}

/** Reads rules by id, in the order of the ids, in one statement. Omits unknown and invisible rules. */
export function readMany(
  driver: Driver,
  ids: readonly string[],
  store: string,
  tenant?: Tenant,
): ReadonlyMap<string, StoredRule> {
  const visible = allOf(tenant === undefined ? [] : ownerConditions("r", { tenant }));
  // In the order of the first position of each id.
  const wanted = JSON.stringify([...new Set(ids)].filter(isUtf8));
  const sql =
    "SELECT r.revision, v.rule FROM json_each(?) w CROSS JOIN rules r ON r.id = w.value " +
    `CROSS JOIN revisions v ON v.revision = r.revision WHERE ${visible.sql} ORDER BY w.key`;
  const rows = driver.all(sql, wanted, ...visible.values) as readonly JsonRow[];
  return new Map(rows.map((row) => storedOf(row, store)).map((stored) => [stored.rule.id, stored]));
}

/** Finds the ids in a covering index, since many tenants may use the same name. Null overlaps with every value. */
const overlapping = `
SELECT r.id FROM rules r INDEXED BY rules_by_name_and_owner
WHERE r.name = ? AND r.scope = ? AND ifnull(r.project_id = ?, TRUE) AND ifnull(r.user_id = ?, TRUE)`;

const withName = `
SELECT v.revision, v.rule FROM (${overlapping}) o CROSS JOIN rules c ON c.id = o.id CROSS JOIN revisions v ON v.revision = c.revision`;

/** Returns the rules with the same name and scope as a rule, and an overlapping project and user. */
export function rulesWithName(driver: Driver, { name, scope, projectId, userId }: Rule, store: string): readonly Rule[] {
  const rows = driver.all(withName, name, scope, projectId ?? null, userId ?? null) as readonly JsonRow[];
  return rows.map((row) => ruleOf(row, store));
}
