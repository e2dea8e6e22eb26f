import { PreceptError, type PruneOptions } from "@precept/core";
import type { Driver } from "./driver.ts";
import type { Access } from "./list.ts";

/** The number of rules whose revisions are pruned in one transaction, so that other writers wait only shortly. */
const chunkSize = 200;

/** The next rules with old revisions, in order. Reads an index only. */
const nextRules = `
SELECT rule_id AS id FROM revisions WHERE rule_id > ? GROUP BY rule_id HAVING count(*) > 1 ORDER BY rule_id LIMIT ${chunkSize}`;

/** The revisions to prune: of a range of rules, with the revisions that replaced them. */
const oldRevisions = `
SELECT revision, replaced_by AS replacedBy FROM (
  SELECT
    revision,
    row_number() OVER newest_first AS position,
    lag(revision) OVER newest_first AS replaced_by,
    lag(written_at) OVER newest_first AS replaced_at
  FROM revisions WHERE rule_id > ? AND rule_id <= ?
  WINDOW newest_first AS (PARTITION BY rule_id ORDER BY revision DESC)
)
WHERE position > 1 AND (position > ? OR replaced_at < ?)`;

interface OldRevision {
  readonly revision: number;
  readonly replacedBy: number;
}

/**
 * Removes old revisions, in several short transactions. Records in `feed` from which position on the feed is still complete.
 *
 * @returns how many revisions were removed.
 * @throws PreceptError `OPTION_VALUE_INVALID` if `replacedBefore` is not a time.
 */
export async function pruneRevisions(access: Access, { maxRevisions, replacedBefore }: PruneOptions): Promise<number> {
  const retained = Math.max(1, Math.ceil(maxRevisions ?? Number.MAX_SAFE_INTEGER));
  const limits = [
    Math.min(retained, Number.MAX_SAFE_INTEGER),
    replacedBefore === undefined ? "" : timeOf(replacedBefore),
  ] as const;
  let removed = 0;
  let after = "";
  for (;;) {
    const driver = access();
    const ids = driver.all(nextRules, after) as readonly { readonly id: string }[];
    const last = ids.at(-1)?.id;
    if (last === undefined) return removed;
    const first = after;
    removed += driver.transaction(() => pruneRange(driver, [first, last, ...limits]));
    after = last;
    // Lets other calls of this process run between two transactions.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function pruneRange(driver: Driver, range: readonly [after: string, last: string, retained: number, before: string]): number {
  const old = driver.all(oldRevisions, ...range) as readonly OldRevision[];
  if (old.length === 0) return 0;
  const prunedUntil = old.reduce((until, { replacedBy }) => Math.max(until, replacedBy), 0);
  // First, since a trigger protects the revisions that the feed needs.
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
