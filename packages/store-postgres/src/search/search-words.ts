import {
  fuseLegs,
  pageHits,
  saturate,
  TopCandidates,
  type LegResult,
  type RuleFilter,
  type SearchQuery,
  type SearchResult,
} from "@precept/core";
import { condition } from "../condition.ts";
import type { Queries } from "../database.ts";
import { buildCondition } from "../filter.ts";
import { readMany } from "../read.ts";
import { planQuery, seenBy, type PlannedQuery } from "./corpus.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Finds rules by words, as of the moment of a snapshot, with the scores that every store computes. */
export async function searchWords(
  queries: Queries,
  query: SearchQuery,
  { store, vocabulary }: { readonly store: string; readonly vocabulary: Vocabulary },
): Promise<Omit<SearchResult, "modeUsed">> {
  const { filter = {} } = query;
  const [, planned] = await Promise.all([
    // For each search, because the plans of the statements after it depend on the terms.
    queries.query(condition("SELECT set_config('plan_cache_mode', 'force_custom_plan', true)")),
    planQuery(queries, query, vocabulary),
  ]);
  const { candidates, isCut } = await findCandidates(queries, planned, filter);
  const { hits, ...page } = pageHits(fuseLegs({ sparse: candidates, dense: [] }, query), query);
  const rules = await readMany(
    queries,
    hits.map(({ id }) => id),
    { store },
  );
  return {
    ...page,
    hits: hits.flatMap(({ id, ...hit }) => {
      const stored = rules.get(id);
      return stored === undefined ? [] : [{ stored, ...hit }];
    }),
    isCut,
  };
}

interface CandidateRow {
  readonly id: string;
  readonly length: number;
  /** The terms of the query in the rule, each followed by how often the rule contains it. */
  readonly found: string;
}

async function findCandidates(queries: Queries, query: PlannedQuery, filter: RuleFilter): Promise<LegResult> {
  const top = new TopCandidates();
  if (query.required.length === 0) return top.finish();
  const owners = seenBy("d", filter);
  const passing = buildCondition(filter);
  const rows = await queries.query<CandidateRow>(
    condition(
      `SELECT d.rule_id AS id, d.length, (
         SELECT string_agg(w.term || ' ' || w.frequency, ' ') FROM unnest(d.terms, d.frequencies) w (term, frequency)
         WHERE w.term = ANY (string_to_array(?, ' '))
       ) AS found
       FROM search_documents d JOIN rules r ON r.id = d.rule_id
       WHERE d.terms && string_to_array(?, ' ') AND ${owners.sql} AND ${passing.sql}`,
      query.terms.flatMap(({ terms }) => terms).join(" "),
      query.required.join(" "),
      ...owners.values,
      ...passing.values,
    ),
  );
  for (const row of rows) top.add(row.id, Math.min(1, scoreOf(row, query)));
  return top.finish();
}

function scoreOf({ found, length }: CandidateRow, { terms, averageLength }: PlannedQuery): number {
  const parts = found.split(" ");
  const frequencies = new Map<string, number>();
  for (let at = 0; at < parts.length; at += 2) frequencies.set(parts[at] as string, Number(parts[at + 1]));
  let score = 0;
  for (const { weight, terms: same } of terms) {
    let gain = 0;
    for (const term of same) {
      const frequency = frequencies.get(term);
      if (frequency !== undefined) gain = Math.max(gain, saturate(frequency, length, averageLength));
    }
    score += weight * gain;
  }
  return score;
}
