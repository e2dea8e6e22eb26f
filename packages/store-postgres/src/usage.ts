import { isStorable, type RuleUsage, type RuleUse } from "@precept/core";
import { condition, type SqlValue } from "./condition.ts";
import type { Database } from "./database.ts";

const addUse = `
WITH known AS (
  SELECT r.id FROM jsonb_array_elements_text(?::text::jsonb) w (id) JOIN rules r ON r.id = w.id ORDER BY r.id
),
counted AS (
  INSERT INTO usage AS u (rule_id, count, last_used_at, last_used_ms, last_session, last_session_ms)
  SELECT id, ?::bigint, ?, ?, ?, ? FROM known
  ON CONFLICT (rule_id) DO UPDATE SET
    count = u.count + excluded.count,
    last_used_at = CASE WHEN u.last_used_ms > excluded.last_used_ms THEN u.last_used_at ELSE excluded.last_used_at END,
    last_used_ms = greatest(u.last_used_ms, excluded.last_used_ms),
    last_session = CASE WHEN excluded.last_session IS NULL OR u.last_session_ms > excluded.last_session_ms THEN u.last_session ELSE excluded.last_session END,
    last_session_ms = greatest(u.last_session_ms, excluded.last_session_ms)
)
INSERT INTO usage_of_tools AS t (rule_id, tool, count) SELECT id, ?, ?::bigint FROM known WHERE ?::boolean
ON CONFLICT (rule_id, tool) DO UPDATE SET count = t.count + excluded.count`;

/** Counts a use of rules. Ignores unknown rules. Writers lock the counts in the order of ids, so that none waits for another. */
export async function recordUse(database: Database, { ids, at, session, tool, count = 1 }: RuleUse): Promise<void> {
  const known = [...new Set(ids)].filter(isStorable);
  if (known.length === 0) return;
  const ms = Date.parse(at);
  const time = Number.isNaN(ms) ? 0 : ms;
  const name: SqlValue = session === undefined ? null : JSON.stringify(session);
  await database.query(
    condition(
      addUse,
      JSON.stringify(known),
      count,
      JSON.stringify(at),
      time,
      name,
      name === null ? null : time,
      JSON.stringify(tool ?? ""),
      count,
      tool !== undefined,
    ),
  );
}

interface UsageRow {
  readonly id: string;
  readonly count: string;
  // These are JSON, which escapes what a column cannot store.
  readonly lastUsedAt: string;
  readonly lastSession: string | null;
  readonly tools: string;
}

const select = `
SELECT
  u.rule_id AS id, u.count, u.last_used_at AS "lastUsedAt", u.last_session AS "lastSession",
  coalesce((SELECT jsonb_agg(jsonb_build_array(t.tool, t.count))::text FROM usage_of_tools t WHERE t.rule_id = u.rule_id), '[]') AS tools
FROM jsonb_array_elements_text(?::text::jsonb) WITH ORDINALITY w (id, at) JOIN usage u ON u.rule_id = w.id ORDER BY w.at`;

/** The usage of rules, in the order of the ids. Rules that were never used are missing. */
export async function readUsage(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, RuleUsage>> {
  const known = [...new Set(ids)].filter(isStorable);
  const rows = await database.query<UsageRow>(condition(select, JSON.stringify(known)));
  return new Map(rows.map((row) => [row.id, toUsage(row)]));
}

function toUsage({ count, lastUsedAt, lastSession, tools }: UsageRow): RuleUsage {
  return {
    count: Number(count),
    lastUsedAt: JSON.parse(lastUsedAt) as string,
    ...(lastSession !== null && { lastSession: JSON.parse(lastSession) as string }),
    tools: Object.fromEntries(
      (JSON.parse(tools) as readonly (readonly [string, number])[]).map(([tool, uses]) => [JSON.parse(tool) as string, uses]),
    ),
  };
}
