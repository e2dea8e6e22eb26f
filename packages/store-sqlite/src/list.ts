import type { ListOptions, StoredRule, StoredRuleId } from "@precept/core";
import type { Driver } from "./driver.ts";
import { buildListQuery, type Listed } from "./filter.ts";
import { storedOf, type RuleRow } from "./rows.ts";

/** The number of rules in a chunk: large enough to read fast, and small enough not to block the process. */
export const chunkSize = 256;

/** The same for ids, which take less time to read. */
const idChunkSize = 4096;

/** Returns the connection, or throws if the store is closed or the call is aborted. Called before each rule. */
export type Access = () => Driver;

/**
 * Lists rules in chunks. Each chunk is read completely before its rules are yielded, so a slow reader does not block
 * other connections. The next chunk begins after the last id, so no rule is yielded twice, and no rule that exists
 * throughout is missed.
 */
export function listRules(access: Access, store: string, options: ListOptions): AsyncIterable<StoredRule> {
  const read = (row: ListedRow): StoredRule => storedOf(row as RuleRow & ListedRow, store);
  return listRows(access, options, { listed: "rules", chunk: chunkSize, read });
}

/** Lists the ids and revisions of rules without reading the rules, in larger chunks than {@link listRules}. */
export function listIds(access: Access, options: ListOptions): AsyncIterable<StoredRuleId> {
  return listRows(access, options, { listed: "ids", chunk: idChunkSize, read: idOf });
}

function idOf({ id, revision }: ListedRow): StoredRuleId {
  return { id, revision: String(revision), cursor: id };
}

type ListedRow = Pick<RuleRow, "revision"> & { readonly id: string };

interface Reading<Item> {
  readonly listed: Listed;
  /** The number of rows in a chunk. */
  readonly chunk: number;
  readonly read: (row: ListedRow) => Item;
}

async function* listRows<Item>(
  access: Access,
  { filter = {}, cursor = "", limit = Number.POSITIVE_INFINITY }: ListOptions,
  { listed, chunk, read }: Reading<Item>,
): AsyncIterable<Item> {
  let after = cursor;
  let remaining = limit;
  while (!(remaining <= 0)) {
    const size = remaining < chunk ? Math.ceil(remaining) : chunk;
    const { sql, values } = buildListQuery(filter, after, size, listed);
    const rows = access().all(sql, ...values) as readonly ListedRow[];
    for (const row of rows) {
      access();
      after = row.id;
      remaining -= 1;
      yield read(row);
    }
    if (rows.length < size) return;
  }
}
