import { isStorable, storedOf, type CancelSignal, type StoredRule, type Tenant } from "@precept/core";
import { allOf, condition, visibleTo } from "./condition.ts";
import type { Database } from "./database.ts";

interface Row {
  readonly revision: string;
  readonly rule: string;
}

/** Reads rules by id, in the order of the ids, in one statement. Omits unknown rules and those that the tenant does not see. */
export async function readMany(
  database: Pick<Database, "query">,
  ids: readonly string[],
  {
    store,
    tenant,
    signal,
  }: { readonly store: string; readonly tenant?: Tenant | undefined; readonly signal?: CancelSignal | undefined },
): Promise<ReadonlyMap<string, StoredRule>> {
  const wanted = [...new Set(ids)].filter(isStorable);
  if (wanted.length === 0) return new Map();
  const visible = allOf(tenant === undefined ? [] : [visibleTo("r", tenant)]);
  const rows = await database.query<Row>(
    condition(
      "SELECT r.revision, v.rule FROM jsonb_array_elements_text(?::text::jsonb) WITH ORDINALITY w (id, at) JOIN rules r ON r.id = w.id " +
        `JOIN revisions v ON v.revision = r.revision WHERE ${visible.sql} ORDER BY w.at`,
      JSON.stringify(wanted),
      ...visible.values,
    ),
    { signal, tenant },
  );
  return new Map(rows.map((row) => toStored(row, store)).map((stored) => [stored.rule.id, stored]));
}

/** Returns a rule; undefined if it does not exist or is not visible to the tenant. */
export async function readOne(
  database: Database,
  id: string,
  {
    store,
    tenant,
    signal,
  }: { readonly store: string; readonly tenant?: Tenant | undefined; readonly signal?: CancelSignal | undefined },
): Promise<StoredRule | undefined> {
  if (!isStorable(id)) return undefined;
  const visible = allOf(tenant === undefined ? [] : [visibleTo("r", tenant)]);
  const [row] = await database.query<Row>(
    condition(
      `SELECT r.revision, v.rule FROM rules r JOIN revisions v ON v.revision = r.revision WHERE r.id = ? AND ${visible.sql}`,
      id,
      ...visible.values,
    ),
    { signal, tenant },
  );
  return row && toStored(row, store);
}

export function toStored({ revision, rule }: Row, store: string): StoredRule {
  return storedOf({ revision: Number(revision), rule }, store);
}
