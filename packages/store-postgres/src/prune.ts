import { PreceptError, type PruneOptions } from "@precept/core";
import { condition } from "./condition.ts";
import type { Access } from "./list.ts";

/** The number of rules whose revisions are removed together: small, so that writers wait only briefly. */
const chunkSize = 500;

const nextRules = `SELECT DISTINCT rule_id AS id FROM revisions WHERE rule_id > ? ORDER BY rule_id LIMIT ${chunkSize}`;

/** The first revision of a rule is never old: it is the current one, or the deletion. */
const remove = `
WITH ordered AS (
  SELECT
    v.revision,
    row_number() OVER newest_first AS at,
    lag(v.position) OVER newest_first AS replaced_by,
    lag(v.written_at) OVER newest_first AS replaced_at
  FROM revisions v JOIN jsonb_array_elements_text(?::text::jsonb) w (id) ON v.rule_id = w.id
  WINDOW newest_first AS (PARTITION BY v.rule_id ORDER BY v.revision DESC)
),
old AS (SELECT revision, replaced_by FROM ordered WHERE at > 1 AND (at > ? OR replaced_at < ?)),
marked AS (
  UPDATE feed SET pruned_until = greatest(pruned_until, (SELECT max(replaced_by) FROM old)) WHERE EXISTS (SELECT FROM old) RETURNING position
),
gone AS (DELETE FROM revisions v USING old CROSS JOIN marked WHERE v.revision = old.revision RETURNING 1)
SELECT count(*) AS removed FROM gone`;

/**
 * Removes old revisions in short transactions, and records the position after which the feed is complete.
 *
 * @returns the number of removed revisions.
 * @throws PreceptError `OPTION_VALUE_INVALID` if `replacedBefore` is not a time.
 */
export async function pruneRevisions(access: Access, { maxRevisions, replacedBefore }: PruneOptions): Promise<number> {
  const retained = Math.min(Math.max(1, Math.ceil(maxRevisions ?? Number.MAX_SAFE_INTEGER)), Number.MAX_SAFE_INTEGER);
  const before = replacedBefore === undefined ? "" : timeOf(replacedBefore);
  let removed = 0;
  for (let after = ""; ;) {
    const database = await access();
    const rules = await database.query<{ readonly id: string }>(condition(nextRules, after));
    const last = rules.at(-1);
    if (last === undefined) return removed;
    const ids = JSON.stringify(rules.map(({ id }) => id));
    const [row] = await database.query<{ readonly removed: string }>(condition(remove, ids, retained, before));
    removed += Number(row?.removed);
    after = last.id;
  }
}

/** In the format of `written_at`, so that texts compare as times. */
function timeOf(time: string): string {
  const parsed = Date.parse(time);
  if (!Number.isNaN(parsed)) return new Date(parsed).toISOString();
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "replacedBefore", value: time, expected: "a time in ISO 8601" });
}
