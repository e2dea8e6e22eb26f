import { minOf } from "../model/lists.ts";
import { PreceptError } from "../model/error.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { FilteredRule } from "../ports/rule-filter.ts";
import type { SearchQuery, SearchResult } from "../ports/rule-search.ts";
import type { StoredRule } from "../ports/stored-rule.ts";
import { compareText } from "../text/compare-text.ts";
import type { LegCandidates, DenseCandidate } from "./fuse-legs.ts";
import { confidenceOf } from "./meaning-scale.ts";
import { readPage } from "./page-hits.ts";
import { cutSearchText } from "./rule-terms.ts";
import { maxCorrections, type SimilarTerm } from "./similar-terms.ts";
import type { WordIndex } from "./sparse-index.ts";
import type { SparseCorpus } from "./sparse-corpus.ts";
import { planSparseQuery } from "./sparse-query.ts";
import type { LegResult } from "./top-candidates.ts";
import type { VectorIndex } from "./vector-index.ts";

/** An index of rules, each with its own ids. */
export interface SearchableIndex<Fields extends FilteredRule = FilteredRule> {
  readonly size: number;
  readonly words: WordIndex;
  /** The vectors that exist. Reading it starts to embed the rules that have none. */
  readonly vectors: VectorIndex | undefined;
  /** Whether rules that get vectors have none yet. */
  readonly lacksVectors: boolean;
  /** Returns what filters need of a rule. */
  fieldsOf(id: string): Fields | undefined;
  get(id: string): StoredRule | undefined;
}

export interface SearchIndexesOptions<Fields extends FilteredRule> extends Cancellable {
  readonly passes: (rule: Fields) => boolean;
  readonly embedder: Embedder | undefined;
  /** Makes the ids of several indexes different. Default: the id of the rule. */
  readonly keyOf?: (rule: Fields) => string;
  /** Finds rules by meaning whose vectors are in no index. Default: there are none. */
  readonly elsewhere?: ((vector: QueryVector) => Promise<FoundElsewhere<Fields>>) | undefined;
}

/** Rules that were found by vectors outside the indexes. */
export interface FoundElsewhere<Fields extends FilteredRule> extends LegCompleteness {
  readonly candidates: readonly { readonly rule: Fields; readonly score: number; readonly confidence: number }[];
}

interface LegCompleteness {
  readonly isComplete: boolean;
  readonly isCut: boolean;
}

/** The candidates of a search, before they are merged and divided into pages. */
export interface SearchedLegs extends Pick<SearchResult, "modeUsed" | "degraded" | "isCut"> {
  readonly legs: LegCandidates;
}

/** Searches several indexes as one: the weights of terms depend on the rules of all. Throws as `RuleSearch.search`. */
export async function searchIndexes<Fields extends FilteredRule>(
  indexes: readonly SearchableIndex<Fields>[],
  query: SearchQuery,
  options: SearchIndexesOptions<Fields>,
): Promise<SearchedLegs> {
  options.signal?.throwIfAborted();
  // An invalid query fails before it is embedded.
  readPage(query);
  const { vector, ...mode } = await prepareQuery(indexes, query, options);
  options.signal?.throwIfAborted();
  const sparse = mode.modeUsed === "dense" ? [] : searchWords(indexes, query.text, options);
  const dense = vector === undefined ? [] : searchVectors(indexes, vector, options);
  const remote = vector === undefined ? undefined : await searchElsewhere(query, vector, options);
  return {
    ...mode,
    ...(remote?.isComplete === false && { degraded: "vectors_incomplete" }),
    legs: {
      sparse: sparse.flatMap(({ candidates }) => candidates),
      dense: [...dense, ...(remote === undefined ? [] : [remote])].flatMap(({ candidates }) => candidates),
    },
    isCut: [...sparse, ...dense].some(({ isCut }) => isCut) || remote?.isCut === true,
  };
}

/** Rejects only if nothing else can find rules. */
async function searchElsewhere<Fields extends FilteredRule>(
  { mode = "hybrid" }: SearchQuery,
  vector: QueryVector,
  { elsewhere, passes, keyOf = ({ id }) => id, signal }: SearchIndexesOptions<Fields>,
): Promise<(LegCompleteness & { readonly candidates: readonly DenseCandidate[] }) | undefined> {
  if (elsewhere === undefined) return undefined;
  try {
    const { candidates, ...found } = await elsewhere(vector);
    const passing = candidates.filter(({ rule }) => passes(rule));
    return { ...found, candidates: passing.map(({ rule, ...one }) => ({ id: keyOf(rule), ...one })) };
  } catch (error) {
    signal?.throwIfAborted();
    if (mode === "dense") throw error;
    return { candidates: [], isComplete: false, isCut: false };
  }
}

/** The vector of a query. */
export interface QueryVector {
  readonly values: Float32Array;
  readonly embedder: string;
}

async function prepareQuery(
  indexes: readonly SearchableIndex[],
  { mode = "hybrid", text }: SearchQuery,
  { embedder, signal }: Pick<SearchIndexesOptions<FilteredRule>, "embedder" | "signal">,
): Promise<Pick<SearchResult, "modeUsed" | "degraded"> & { readonly vector?: QueryVector }> {
  if (mode === "sparse") return { modeUsed: "sparse" };
  if (embedder === undefined) {
    if (mode === "dense") throw new PreceptError("SEARCH_MODE_UNAVAILABLE", { mode });
    return { modeUsed: "sparse", degraded: "no_embedder" };
  }
  // Starts to embed all indexes.
  for (const index of indexes) void index.vectors;
  if (text.trim() === "") return { modeUsed: mode };
  try {
    const vector = await embedQuery(embedder, text, signal);
    const isIncomplete = indexes.some(({ lacksVectors }) => lacksVectors);
    return { vector, modeUsed: mode, ...(isIncomplete && { degraded: "vectors_incomplete" as const }) };
  } catch (error) {
    signal?.throwIfAborted();
    if (mode === "dense") throw error;
    return { modeUsed: "sparse", degraded: "embedder_failed" };
  }
}

async function embedQuery(embedder: Embedder, text: string, signal: Cancellable["signal"]): Promise<QueryVector> {
  const { id, dim } = await embedder.info({ signal });
  const [values] = await embedder.embed([cutSearchText(text)], { kind: "query", signal });
  if (values?.length !== dim) {
    throw new PreceptError("EMBEDDER_FAILED", { embedder: id, reason: `it returned no vector of ${dim} dimensions` });
  }
  return { values, embedder: id };
}

function searchWords<Fields extends FilteredRule>(
  indexes: readonly SearchableIndex<Fields>[],
  text: string,
  options: SearchIndexesOptions<Fields>,
): readonly LegResult[] {
  const query = planSparseQuery(text, joinCorpora(indexes.map(({ words }) => words.corpus)));
  const documents = sum(indexes.map(({ words }) => words.size));
  const averageLength = sum(indexes.map(({ words }) => words.totalLength)) / documents;
  return indexes.map((index) =>
    withKeys(index, index.words.searchPlanned(query, averageLength, passesIn(index, options)), options),
  );
}

function searchVectors<Fields extends FilteredRule>(
  indexes: readonly SearchableIndex<Fields>[],
  { values, embedder }: QueryVector,
  options: SearchIndexesOptions<Fields>,
): readonly LegResult[] {
  return indexes.flatMap((index) => {
    const { vectors } = index;
    if (vectors === undefined) return [];
    const { candidates, isCut } = withKeys(index, vectors.search(values, embedder, passesIn(index, options)), options);
    const { scale } = vectors;
    return [{ candidates: candidates.map((one) => ({ ...one, confidence: confidenceOf(one.score, scale) })), isCut }];
  });
}

function passesIn<Fields extends FilteredRule>(
  index: SearchableIndex<Fields>,
  { passes }: SearchIndexesOptions<Fields>,
): (id: string) => boolean {
  return (id) => {
    const rule = index.fieldsOf(id);
    return rule !== undefined && passes(rule);
  };
}

function withKeys<Fields extends FilteredRule>(
  index: SearchableIndex<Fields>,
  { candidates, isCut }: LegResult,
  { keyOf }: SearchIndexesOptions<Fields>,
): LegResult {
  if (keyOf === undefined) return { candidates, isCut };
  const keyed = candidates.flatMap(({ id, score }): readonly DenseCandidate[] => {
    const rule = index.fieldsOf(id);
    return rule === undefined ? [] : [{ id: keyOf(rule), score }];
  });
  return { candidates: keyed, isCut };
}

/** Makes one corpus of several. */
export function joinCorpora(corpora: readonly SparseCorpus[]): SparseCorpus {
  return {
    documents: sum(corpora.map(({ documents }) => documents)),
    frequencyOf: (term) => sum(corpora.map((corpus) => corpus.frequencyOf(term))),
    similarTerms: (term) => nearestTerms(corpora.flatMap((corpus) => corpus.similarTerms(term))),
  };
}

/** The terms with the fewest edits, each once, by code point. */
function nearestTerms(found: readonly SimilarTerm[]): readonly SimilarTerm[] {
  const fewest = minOf(found.map(({ edits }) => edits));
  const nearest = new Map(found.filter(({ edits }) => edits === fewest).map((similar) => [similar.term, similar]));
  return [...nearest.values()].toSorted((left, right) => compareText(left.term, right.term)).slice(0, maxCorrections);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
