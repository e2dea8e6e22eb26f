import {
  allowedEdits,
  planSparseQuery,
  selectSimilarTerms,
  type RuleFilter,
  type SearchQuery,
  type SimilarTerm,
  type SparseCorpus,
  type SparseQuery,
} from "@precept/core";
import { allOf, condition, noneOrValue, ownerConditions, type Condition } from "../condition.ts";
import type { Queries } from "../database.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Whether the owners of a filter see a row. */
export function seenBy(alias: "d" | "o", filter: RuleFilter): Condition {
  const { projectId, userId } = filter;
  return allOf([
    ...ownerConditions(alias, filter),
    ...(projectId === undefined ? [] : [noneOrValue(`${alias}.project_id`, projectId)]),
    ...(userId === undefined ? [] : [noneOrValue(`${alias}.user_id`, userId)]),
  ]);
}

/** A query with the weights of its terms, and the average length of the rules that determine them. */
export interface PlannedQuery extends SparseQuery {
  readonly averageLength: number;
}

/**
 * Weighs the terms of a query by the rules that the owners of a filter see. Planning asks for counts that are only known after a
 * statement, so it is repeated until it asks for no unknown one.
 */
export async function planQuery(
  queries: Queries,
  { text, filter = {} }: Pick<SearchQuery, "text" | "filter">,
  vocabulary: Vocabulary,
): Promise<PlannedQuery> {
  const corpus = new OwnerCorpus(filter, vocabulary);
  // Asks for the counts of its terms, which do not depend on the size.
  planSparseQuery(text, corpus);
  // Sent together.
  const [size] = await Promise.all([readSize(queries, filter), corpus.readMissing(queries)]);
  const documents = Number(size?.documents);
  corpus.documents = documents;
  if (documents > 0) {
    for (let query = planSparseQuery(text, corpus); ; query = planSparseQuery(text, corpus)) {
      if (!(await corpus.readMissing(queries))) return { ...query, averageLength: Number(size?.length) / documents };
    }
  }
  return { terms: [], required: [], averageLength: 1 };
}

interface SizeRow {
  readonly documents: string;
  readonly length: string;
}

async function readSize(queries: Queries, filter: RuleFilter): Promise<SizeRow | undefined> {
  const { sql, values } = seenBy("o", filter);
  const [size] = await queries.query<SizeRow>(
    condition(
      `SELECT coalesce(sum(o.documents), 0) AS documents, coalesce(sum(o.length), 0) AS length FROM search_owners o WHERE ${sql}`,
      ...values,
    ),
  );
  return size;
}

/** Counts of the rules that the owners of a filter see. Remembers which ones it was asked for and does not know. */
class OwnerCorpus implements SparseCorpus {
  /** Unknown at first. */
  documents = 1;
  readonly #filter: RuleFilter;
  readonly #frequencies = new Map<string, number>();
  readonly #vocabulary: Vocabulary;
  /** Possible corrections, also ones that no visible rule contains. */
  readonly #near = new Map<string, readonly SimilarTerm[]>();
  readonly #missingTerms = new Set<string>();
  readonly #missingSimilar = new Set<string>();
  /** At first, every term counts as known, so that no correction is looked up for the terms of rules. */
  #unknown = 1;

  constructor(filter: RuleFilter, vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#filter = filter;
  }

  frequencyOf(term: string): number {
    const known = this.#frequencies.get(term);
    if (known === undefined) this.#missingTerms.add(term);
    return known ?? this.#unknown;
  }

  similarTerms(term: string): readonly SimilarTerm[] {
    if (allowedEdits(term) === 0) return [];
    const near = this.#near.get(term);
    if (near === undefined) {
      this.#missingSimilar.add(term);
      return [];
    }
    // The nearest ones of all may not be visible.
    for (const edits of new Set(near.map((similar) => similar.edits))) {
      const terms = near.filter((similar) => similar.edits === edits).map((similar) => similar.term);
      const contained = terms.filter((similar) => this.frequencyOf(similar) > 0);
      if (contained.length > 0) return selectSimilarTerms(term, contained);
    }
    return [];
  }

  /** Reads what was asked for. Returns whether that was anything. */
  async readMissing(queries: Queries): Promise<boolean> {
    const [terms, similar] = [[...this.#missingTerms], [...this.#missingSimilar]];
    this.#missingTerms.clear();
    this.#missingSimilar.clear();
    this.#unknown = 0;
    await Promise.all([
      terms.length === 0 ? undefined : this.#readFrequencies(queries, terms),
      similar.length === 0 ? undefined : this.#readVocabulary(queries, similar),
    ]);
    return terms.length + similar.length > 0;
  }

  async #readFrequencies(queries: Queries, terms: readonly string[]): Promise<void> {
    const { sql, values } = seenBy("d", this.#filter);
    const rows = await queries.query<{ readonly term: string; readonly count: string }>(
      condition(
        `SELECT w.term, (SELECT count(*) FROM search_documents d WHERE d.terms @> ARRAY[w.term] AND ${sql}) AS count
         FROM unnest(string_to_array(?, ' ')) w (term)`,
        ...values,
        terms.join(" "),
      ),
    );
    for (const term of terms) this.#frequencies.set(term, 0);
    for (const { term, count } of rows) this.#frequencies.set(term, Number(count));
  }

  async #readVocabulary(queries: Queries, terms: readonly string[]): Promise<void> {
    for (const [term, near] of await this.#vocabulary.termsNear(queries, terms)) this.#near.set(term, near);
  }
}
