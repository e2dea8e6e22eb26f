import { isStorable, storedOf, type CancelSignal, type StoredRule, type Tenant } from "@precept/core";
import { toArrayText } from "./array-text.ts";
import { allOf, condition, visibleTo, type Condition } from "./condition.ts";
import type { Database } from "./database.ts";
import { tenantReadFormat } from "./migrations.ts";

interface Row {
  readonly revision: string;
  readonly rule: string;
}

interface ReadRuleOptions {
  readonly store: string;
  readonly tenant?: Tenant | undefined;
  readonly signal?: CancelSignal | undefined;
  /** The version of the tables. */
  readonly format?: number;
}

/** Reads rules by id, in the order of the ids, in one statement. Omits unknown rules and those that the tenant does not see. */
export async function readMany(
  database: Pick<Database, "query">,
  ids: readonly string[],
  { store, tenant, signal, format = 0 }: ReadRuleOptions,
): Promise<ReadonlyMap<string, StoredRule>> {
  const wanted = [...new Set(ids)].filter(isStorable);
  if (wanted.length === 0) return new Map();
  const rows =
    tenant !== undefined && format >= tenantReadFormat
      ? await database.query<Row>(rulesOfTenant(wanted, tenant), { signal })
      : await database.query<Row>(rulesWithIds(wanted, tenant), { signal, tenant });
  return new Map(rows.map((row) => toStored(row, store)).map((stored) => [stored.rule.id, stored]));
}

/** Returns a rule; undefined if it does not exist or is not visible to the tenant. */
export async function readOne(database: Database, id: string, options: ReadRuleOptions): Promise<StoredRule | undefined> {
  return (await readMany(database, [id], options)).get(id);
}

/** A function names the tenant and reads its rules, so that neither needs a transaction of several messages. */
function rulesOfTenant(ids: readonly string[], { projectId, userId }: Tenant): Condition {
  const sql = "SELECT revision, rule FROM rules_of_tenant(?::text::text[], ?, ?)";
  return condition(sql, toArrayText(ids), idOrNull(projectId), idOrNull(userId));
}

/** No row has an owner that cannot be stored. */
function idOrNull(id: string | undefined): string | null {
  return id === undefined || !isStorable(id) ? null : id;
}

function rulesWithIds(ids: readonly string[], tenant: Tenant | undefined): Condition {
  const visible = allOf(tenant === undefined ? [] : [visibleTo("r", tenant)]);
  const [first] = ids;
  if (ids.length === 1 && first !== undefined) {
    const sql = `SELECT r.revision, v.rule FROM rules r JOIN revisions v ON v.revision = r.revision WHERE r.id = ? AND ${visible.sql}`;
    return condition(sql, first, ...visible.values);
  }
  return condition(
    "SELECT r.revision, v.rule FROM unnest(?::text::text[]) WITH ORDINALITY w (id, at) JOIN rules r ON r.id = w.id " +
      `JOIN revisions v ON v.revision = r.revision WHERE ${visible.sql} ORDER BY w.at`,
    toArrayText(ids),
    ...visible.values,
  );
}

export function toStored({ revision, rule }: Row, store: string): StoredRule {
  return storedOf({ revision: Number(revision), rule }, store);
}
