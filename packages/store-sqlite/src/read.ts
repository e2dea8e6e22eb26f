import type { StoredRule, Tenant } from "@precept/core";
import { allOf } from "./condition.ts";
import type { Driver } from "./driver.ts";
import { ownerConditions } from "./owner.ts";
import { isUtf8, sqlText, storedOf, type RuleRow } from "./rows.ts";

/** The current revision of a rule; undefined if there is none, or if it is not visible to the tenant. */
export function readCurrent(driver: Driver, id: string, tenant?: Tenant): RuleRow | undefined {
  const visible = allOf(tenant === undefined ? [] : ownerConditions("r", { tenant }));
  const sql =
    "SELECT r.revision, v.rule FROM rules r CROSS JOIN revisions v ON v.revision = r.revision " +
    `WHERE r.id = ? AND ${visible.sql}`;
  return driver.get(sql, sqlText(id), ...visible.values) as RuleRow | undefined;
}

/**
 * Reads the rules with ids, in their order, with one statement. Unknown ids and rules that the tenant does not see are
 * missing.
 */
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
  const rows = driver.all(sql, wanted, ...visible.values) as readonly RuleRow[];
  return new Map(rows.map((row) => storedOf(row, store)).map((stored) => [stored.rule.id, stored]));
}
