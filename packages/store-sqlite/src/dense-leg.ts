import { maxCandidates, TopCandidates, type LegResult, type RuleFilter } from "@precept/core";
import type { Driver } from "./driver.ts";
import { dotProduct } from "./dot-product.ts";
import { buildCondition, buildDataQuery } from "./filter-query.ts";
import { readVector } from "./vector-blob.ts";
import type { VectorCache, VectorSpace } from "./vector-cache.ts";

/** Up to this many rules that pass a filter, their vectors are read from the file. */
const maxFiltered = 4096;
const joinDocuments = "CROSS JOIN search_documents d ON d.rule_id = r.id";
const joinVectors = `${joinDocuments} CROSS JOIN search_vectors v ON v.document = d.document AND v.embedder = ?`;

/**
 * Finds rules by meaning. A filter that few rules pass is evaluated first, and their vectors are read and compared. Otherwise all vectors are compared,
 * and the filter is evaluated for the best ones.
 */
export function searchDense(driver: Driver, cache: VectorCache, query: Float32Array, space: VectorSpace, filter: RuleFilter): LegResult {
  if (isNarrow(driver, filter)) return searchFiltered(driver, query, space, filter);
  return searchAll(driver, cache, query, space, filter) ?? searchFiltered(driver, query, space, filter);
}

/** Filters by these fields alone usually let most rules pass. */
function isNarrow(driver: Driver, filter: RuleFilter): boolean {
  const { status, enabled, inclusion, authority, ...rest } = filter;
  const isSelective =
    Object.values(rest).some((value) => value !== undefined) || enabled === false || status?.includes("active") === false;
  if (!isSelective) return false;
  const { sql, values } = buildDataQuery(filter, "1", "", []);
  const { count } = driver.get(`SELECT count(*) AS count FROM (SELECT 1 FROM (${sql}) LIMIT ${maxFiltered + 1})`, ...values) as {
    readonly count: number;
  };
  return count <= maxFiltered;
}

interface FilteredRow {
  readonly id: string;
  readonly data: Uint8Array;
}

function searchFiltered(driver: Driver, query: Float32Array, space: VectorSpace, filter: RuleFilter): LegResult {
  const { sql, values } = buildDataQuery(filter, "r.id, v.data", joinVectors, [space.embedder]);
  const top = new TopCandidates();
  const vector = new Float32Array(space.dim);
  for (const { id, data } of driver.all(sql, ...values) as readonly FilteredRow[]) {
    readVector(data, vector, 0);
    top.add({ id, score: dotProduct(query, vector, 0) });
  }
  return top.finish();
}

/** How many of the best vectors are checked together, relative to the maximum number of candidates. */
const checkedParts = [1.1, 4, 16];

/** @returns undefined if too few of the best vectors pass the filter. */
function searchAll(
  driver: Driver,
  cache: VectorCache,
  query: Float32Array,
  space: VectorSpace,
  filter: RuleFilter,
): LegResult | undefined {
  const all = scoreAll(driver, cache, query, space);
  const sorted = all.scores.toSorted();
  for (const part of checkedParts) {
    const limit = Math.ceil(maxCandidates * part);
    const isAll = limit >= sorted.length;
    const best = selectFrom(all, isAll ? -Infinity : (sorted[sorted.length - limit] ?? 0));
    const top = new TopCandidates();
    const passing = readPassing(driver, [...best.keys()], filter);
    for (const { id, vector } of passing) top.add({ id, score: best.get(vector) ?? 0 });
    const { candidates, isCut } = top.finish();
    if (isAll || passing.length >= maxCandidates) return { candidates, isCut: isCut || !isAll };
  }
  return undefined;
}

interface VectorScores {
  readonly numbers: Float64Array;
  readonly scores: Float32Array;
}

const countVectors = "SELECT vectors FROM search_embedders WHERE embedder = ?";

function scoreAll(driver: Driver, cache: VectorCache, query: Float32Array, space: VectorSpace): VectorScores {
  const { vectors } = driver.get(countVectors, space.embedder) as { readonly vectors: number };
  const blocks: VectorScores[] = [];
  cache.eachBlock(driver, space, vectors, ({ numbers, data, rows }) => {
    const scores = new Float32Array(rows);
    for (let row = 0; row < rows; row += 1) scores[row] = dotProduct(query, data, row * space.dim);
    blocks.push({ numbers: numbers.slice(0, rows), scores });
  });
  return joinScores(blocks);
}

function joinScores(blocks: readonly VectorScores[]): VectorScores {
  const count = blocks.reduce((sum, { scores }) => sum + scores.length, 0);
  const joined = { numbers: new Float64Array(count), scores: new Float32Array(count) };
  let at = 0;
  for (const { numbers, scores } of blocks) {
    joined.numbers.set(numbers, at);
    joined.scores.set(scores, at);
    at += scores.length;
  }
  return joined;
}

/** The vectors with at least a score: their scores by number. */
function selectFrom({ numbers, scores }: VectorScores, minScore: number): ReadonlyMap<number, number> {
  const selected = new Map<number, number>();
  for (let row = 0; row < scores.length; row += 1) {
    const score = scores[row] as number;
    if (score >= minScore) selected.set(numbers[row] as number, score);
  }
  return selected;
}

interface PassingVector {
  readonly id: string;
  readonly vector: number;
}

/** The vectors that still exist and whose rules pass a filter. */
function readPassing(driver: Driver, vectors: readonly number[], filter: RuleFilter): readonly PassingVector[] {
  const { sql, values } = buildCondition(filter);
  const query =
    "SELECT r.id, v.vector FROM json_each(?) j CROSS JOIN search_vectors v ON v.vector = j.value " +
    `CROSS JOIN search_documents d ON d.document = v.document CROSS JOIN rules r ON r.id = d.rule_id WHERE ${sql}`;
  return driver.all(query, JSON.stringify(vectors), ...values) as readonly PassingVector[];
}
