import type { ListOptions, RuleRevision, StoredRule } from "@precept/core";
import type { Driver } from "./driver.ts";
import { buildListQuery } from "./filter.ts";
import { ruleOf, sqlText, storedOf, type RuleRow } from "./rows.ts";

/** The number of rules in a chunk: large enough to read fast, and small enough not to block the process. */
export const chunkSize = 256;

/**
 * Lists rules in chunks. Each chunk is read completely before its rules are yielded, so a slow reader does not block other connections. The next
 * chunk begins after the last id, so no rule is yielded twice, and no rule that exists throughout is missed.
 *
 * @param access returns the connection, or throws if the store is closed or the call is aborted. Called before each rule.
 */
export async function* listRules(
  access: () => Driver,
  store: string,
  { filter = {}, cursor = "", limit = Number.POSITIVE_INFINITY }: ListOptions,
): AsyncIterable<StoredRule> {
  let after = cursor;
  let remaining = limit;
  while (!(remaining <= 0)) {
    const size = remaining < chunkSize ? Math.ceil(remaining) : chunkSize;
    const { sql, values } = buildListQuery(filter, after, size);
    const rows = access().all(sql, ...values) as readonly RuleRow[];
    for (const row of rows) {
      access();
      const stored = storedOf(row, store);
      after = stored.cursor;
      remaining -= 1;
      yield stored;
    }
    if (rows.length < size) return;
  }
}

const revisionsOf = `
SELECT revision, deleted, rule FROM revisions WHERE rule_id = ? AND revision < ? ORDER BY revision DESC LIMIT ${chunkSize}`;

/** Lists the revisions of a rule in chunks, newest first. */
export async function* listRevisions(access: () => Driver, store: string, id: string): AsyncIterable<RuleRevision> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = access().all(revisionsOf, sqlText(id), before) as readonly (RuleRow & { readonly deleted: number })[];
    for (const row of rows) {
      access();
      before = row.revision;
      yield { rule: ruleOf(row, store), revision: String(row.revision), deleted: row.deleted === 1 };
    }
    if (rows.length < chunkSize) return;
  }
}
