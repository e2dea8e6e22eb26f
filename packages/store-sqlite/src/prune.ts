import { PreceptError, type PruneOptions } from "@precept/core";
import type { Driver } from "./driver.ts";
import type { Access } from "./list.ts";
import type { CompleteOptions } from "./options.ts";
import { assertCurrentFormat } from "./write.ts";

/** The number of revisions that are checked together: small, so that other writers and calls wait only briefly. */
const chunkSize = 2000;

const lastRule = `
SELECT max(id) AS last FROM (SELECT rule_id AS id FROM revisions WHERE rule_id > ? ORDER BY rule_id LIMIT ${chunkSize})`;

/** The rules of a chunk that have old revisions. Like the previous statement, it reads only an index. */
const rulesWithOld = `
SELECT json_group_array(id) AS ids FROM (
  SELECT rule_id AS id FROM revisions WHERE rule_id > ? AND rule_id <= ? GROUP BY rule_id HAVING count(*) > 1
)`;

const oldRevisions = `
SELECT revision, replaced_by AS replacedBy FROM (
  SELECT
    v.revision,
    row_number() OVER newest_first AS position,
    lag(v.revision) OVER newest_first AS replaced_by,
    lag(v.written_at) OVER newest_first AS replaced_at
  FROM json_each(?) w CROSS JOIN revisions v ON v.rule_id = w.value
  WINDOW newest_first AS (PARTITION BY v.rule_id ORDER BY v.revision DESC)
)
WHERE position > 1 AND (position > ? OR replaced_at < ?)`;

interface OldRevision {
  readonly revision: number;
  readonly replacedBy: number;
}

type FileOptions = Pick<CompleteOptions, "id" | "path">;

/**
 * Removes old revisions in short transactions, and records the position after which the feed is complete.
 *
 * @returns the number of removed revisions.
 * @throws PreceptError `OPTION_VALUE_INVALID` if `replacedBefore` is not a time; `STORE_FAILED` if a newer version of
 *   Precept migrated the file meanwhile.
 */
export async function pruneRevisions(
  access: Access,
  file: FileOptions,
  { maxRevisions, replacedBefore }: PruneOptions,
): Promise<number> {
  const retained = Math.max(1, Math.ceil(maxRevisions ?? Number.MAX_SAFE_INTEGER));
  const limits = [
    Math.min(retained, Number.MAX_SAFE_INTEGER),
    replacedBefore === undefined ? "" : timeOf(replacedBefore),
  ] as const;
  let removed = 0;
  let after = "";
  for (;;) {
    const driver = access();
    const { last } = driver.get(lastRule, after) as { readonly last: string | null };
    if (last === null) return removed;
    const { ids } = driver.get(rulesWithOld, after, last) as { readonly ids: string };
    if (ids !== "[]") {
      removed += driver.transaction(() => {
        assertCurrentFormat(driver, file);
        return pruneRules(driver, [ids, ...limits]);
      });
    }
    after = last;
    // Lets other calls of this process run between two chunks.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** @param rules the ids of the rules, as JSON, and the limits. */
function pruneRules(driver: Driver, rules: readonly [ids: string, retained: number, before: string]): number {
  const old = driver.all(oldRevisions, ...rules) as readonly OldRevision[];
  if (old.length === 0) return 0;
  const prunedUntil = old.reduce((until, { replacedBy }) => Math.max(until, replacedBy), 0);
  // Update the feed first, since a trigger protects the revisions that it needs.
  driver.run("UPDATE feed SET pruned_until = max(pruned_until, ?)", prunedUntil);
  const revisions = JSON.stringify(old.map(({ revision }) => revision));
  driver.run("DELETE FROM revisions WHERE revision IN (SELECT value FROM json_each(?))", revisions);
  return old.length;
}

/** In the format of `written_at`, so that texts compare as times. */
function timeOf(time: string): string {
  const parsed = Date.parse(time);
  if (!Number.isNaN(parsed)) return new Date(parsed).toISOString();
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "replacedBefore", value: time, expected: "a time in ISO 8601" });
}
