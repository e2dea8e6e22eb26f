import { letterBits } from "@precept/core";
import { toArrayText } from "../array-text.ts";
import { condition, forceGenericPlans, type Condition } from "../condition.ts";
import type { Database, Queries } from "../database.ts";
import { indexedRule, type IndexedRule } from "./indexed-rule.ts";

/** How far the index has followed the feed. */
export interface IndexProgress {
  /** The position up to which all changes are indexed. */
  readonly indexed: number;
  /** The position of the feed. */
  readonly position: number;
}

/** Whether changes follow is decided by the last one, which an index has: looking for any of them would read all if there are none. */
export const progress = `
SELECT f.position, CASE WHEN (l.position, l.revision) > (s.position, s.revision) THEN s.position - 1 ELSE f.position END AS indexed
FROM feed f CROSS JOIN search_state s
LEFT JOIN LATERAL (SELECT position, revision FROM revisions ORDER BY position DESC, revision DESC LIMIT 1) l ON true`;

export async function readIndexProgress(queries: Pick<Queries, "query">): Promise<IndexProgress> {
  const [row] = await queries.query<{ readonly position: string; readonly indexed: string }>(condition(progress));
  return { position: Number(row?.position), indexed: Number(row?.indexed) };
}

/** The number of revisions that are indexed in one transaction. */
const chunkSize = 2000;

/** Adds the collected terms to the index. Only its owner may; for others, PostgreSQL does so when there are many. */
const mergeTerms = `
SELECT gin_clean_pending_list(c.oid) FROM pg_class c
WHERE c.oid = 'search_documents_by_term'::regclass AND pg_has_role(c.relowner, 'USAGE')`;

interface StateRow {
  readonly position: string;
  readonly revision: string;
}

interface ChangedRow extends StateRow {
  readonly id: string;
}

/** The changes after the last indexed one. A rule whose revisions are pruned still has its last one. */
const nextChanges = `
SELECT v.position, v.revision, v.rule_id AS id FROM revisions v WHERE (v.position, v.revision) > (?::bigint, ?::bigint)
ORDER BY v.position, v.revision LIMIT ${chunkSize}`;

/**
 * Indexes the next changes of the feed, in one transaction. Of several programs, one does so at a time, so that their updates do
 * not wait for locks of single terms and owners.
 *
 * @returns whether more changes may follow.
 */
export async function updateIndex(database: Database): Promise<boolean> {
  return database.transaction(async (queries) => {
    const [[state]] = await Promise.all([
      queries.query<StateRow>(condition("SELECT position, revision FROM search_state FOR UPDATE")),
      queries.query(forceGenericPlans),
    ]);
    const { position = "0", revision = "0" } = state ?? {};
    const changes = await queries.query<ChangedRow>(condition(nextChanges, position, revision));
    const last = changes.at(-1);
    if (last === undefined) return false;
    await Promise.all([
      ...(await updateDocuments(queries, [...new Set(changes.map(({ id }) => id))])).map((one) => queries.query(one)),
      // Many times faster than one rule after the other, and no search has to read terms that are not in the index yet.
      queries.query(condition(mergeTerms)),
      queries.query(
        condition("UPDATE search_state SET position = ?::bigint, revision = ?::bigint", last.position, last.revision),
      ),
    ]);
    return changes.length === chunkSize;
  });
}

interface CurrentRow {
  readonly id: string;
  /** Null if the rule is deleted. */
  readonly revision: string | null;
  readonly rule: string | null;
  /** Null if the rule is not in the index. */
  readonly ownerKey: string | null;
  readonly length: number | null;
}

const currentRules = `
SELECT w.id, r.revision, v.rule, d.length, jsonb_build_array(d.project_id, d.user_id)::text AS "ownerKey"
FROM jsonb_array_elements_text(?::text::jsonb) w (id)
LEFT JOIN rules r ON r.id = w.id LEFT JOIN revisions v ON v.revision = r.revision LEFT JOIN search_documents d ON d.rule_id = w.id`;

async function updateDocuments(queries: Queries, ids: readonly string[]): Promise<readonly Condition[]> {
  const rows = await queries.query<CurrentRow>(condition(currentRules, JSON.stringify(ids)));
  const counts = new OwnerCounts();
  const indexed = new Map<string, IndexedRule>();
  for (const { id, revision, rule, length, ownerKey } of rows) {
    if (length !== null && ownerKey !== null) counts.add(JSON.stringify(JSON.parse(ownerKey)), -1, -length);
    const content = revision === null || rule === null ? undefined : indexedRule({ revision: Number(revision), rule });
    if (content === undefined) continue;
    indexed.set(id, content);
    counts.add(content.ownerKey, 1, content.length);
  }
  const gone = ids.filter((id) => !indexed.has(id));
  return [putDocuments(indexed), removeDocuments(gone), addTerms(indexed), counts.update(), removeOwners];
}

function putDocuments(indexed: ReadonlyMap<string, IndexedRule>): Condition {
  const rules = [...indexed.values()];
  return condition(
    `INSERT INTO search_documents (rule_id, project_id, user_id, length, terms, frequencies)
     SELECT w.rule_id, w.project_id, w.user_id, w.length, string_to_array(w.terms, ' '), string_to_array(w.frequencies, ' ')::smallint[]
     FROM unnest(?::text::text[], ?::text::text[], ?::text::text[], ?::text::integer[], ?::text::text[], ?::text::text[])
       AS w (rule_id, project_id, user_id, length, terms, frequencies)
     ON CONFLICT (rule_id) DO UPDATE SET project_id = excluded.project_id, user_id = excluded.user_id, length = excluded.length,
       terms = excluded.terms, frequencies = excluded.frequencies`,
    toArrayText([...indexed.keys()]),
    toArrayText(rules.map(({ owner }) => owner.projectId ?? null)),
    toArrayText(rules.map(({ owner }) => owner.userId ?? null)),
    toArrayText(rules.map(({ length }) => length)),
    // Terms contain no spaces.
    toArrayText(rules.map(({ frequencies }) => [...frequencies.keys()].join(" "))),
    toArrayText(rules.map(({ frequencies }) => [...frequencies.values()].join(" "))),
  );
}

function removeDocuments(ids: readonly string[]): Condition {
  const sql = "DELETE FROM search_documents d USING jsonb_array_elements_text(?::text::jsonb) w (id) WHERE d.rule_id = w.id";
  return condition(sql, JSON.stringify(ids));
}

function addTerms(indexed: ReadonlyMap<string, IndexedRule>): Condition {
  const terms = [...new Set([...indexed.values()].flatMap(({ frequencies }) => [...frequencies.keys()]))];
  return condition(
    `INSERT INTO search_terms (term, size, letters)
     SELECT w.term, w.size, w.letters FROM unnest(?::text::text[], ?::text::smallint[], ?::text::integer[]) AS w (term, size, letters)
     WHERE NOT EXISTS (SELECT FROM search_terms t WHERE t.term = w.term COLLATE "C") ON CONFLICT (term) DO NOTHING`,
    toArrayText(terms),
    toArrayText(terms.map((term) => term.length)),
    toArrayText(terms.map(letterBits)),
  );
}

/** What changes in the counts of owners. */
class OwnerCounts {
  readonly #counts = new Map<string, { documents: number; length: number }>();

  add(key: string, documents: number, length: number): void {
    const count = this.#counts.get(key) ?? { documents: 0, length: 0 };
    this.#counts.set(key, { documents: count.documents + documents, length: count.length + length });
  }

  update(): Condition {
    const rows = Array.from(this.#counts, ([key, count]) => {
      const [projectId, userId] = JSON.parse(key) as readonly (string | null)[];
      return { key, project_id: projectId, user_id: userId, ...count };
    });
    return condition(
      `INSERT INTO search_owners AS o (key, project_id, user_id, documents, length)
       SELECT w.key, w.project_id, w.user_id, w.documents, w.length
       FROM jsonb_to_recordset(?::text::jsonb) AS w (key text, project_id text, user_id text, documents bigint, length bigint)
       ON CONFLICT (key) DO UPDATE SET documents = o.documents + excluded.documents, length = o.length + excluded.length`,
      JSON.stringify(rows),
    );
  }
}

const removeOwners = condition("DELETE FROM search_owners WHERE documents = 0");
