import type { ListOptions, RuleRevision, StoredRule } from "@precept/core";
import type { Driver } from "./driver.ts";
import { listing } from "./filter.ts";
import { ruleOf, sqlText, storedOf, type RuleRow } from "./rows.ts";

/** How many rules are read at once: enough that reading is fast, few enough that the process goes on with other things in between. */
export const chunkSize = 256;

/**
 * Lists in chunks, each read in a statement of its own that is over before its rules are handed out. So a reader that is slow holds nobody up,
 * and the next chunk begins behind the last id: no rule comes twice, and none is passed over that was there all the time.
 *
 * @param enter gives the connection, or throws where the store may no longer answer; asked before each rule.
 */
export async function* listRules(
  enter: () => Driver,
  store: string,
  { filter = {}, cursor = "", limit = Number.POSITIVE_INFINITY }: ListOptions,
): AsyncIterable<StoredRule> {
  let behind = cursor;
  let left = limit;
  while (!(left <= 0)) {
    const size = left < chunkSize ? Math.ceil(left) : chunkSize;
    const { sql, values } = listing(filter, behind, size);
    const rows = enter().all(sql, ...values) as readonly RuleRow[];
    for (const row of rows) {
      enter();
      const stored = storedOf(row, store);
      behind = stored.cursor;
      left -= 1;
      yield stored;
    }
    if (rows.length < size) return;
  }
}

const revisionsOf = `
SELECT revision, deleted, rule FROM revisions WHERE rule_id = ? AND revision < ? ORDER BY revision DESC LIMIT ${chunkSize}`;

/** The revisions of a rule, newest first, in chunks as well. */
export async function* listRevisions(enter: () => Driver, store: string, id: string): AsyncIterable<RuleRevision> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = enter().all(revisionsOf, sqlText(id), before) as readonly (RuleRow & { readonly deleted: number })[];
    for (const row of rows) {
      enter();
      before = row.revision;
      yield { rule: ruleOf(row, store), revision: String(row.revision), deleted: row.deleted === 1 };
    }
    if (rows.length < chunkSize) return;
  }
}
