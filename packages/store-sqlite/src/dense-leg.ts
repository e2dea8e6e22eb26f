import { maxCandidates, TopCandidates, type LegResult, type RuleFilter } from "@precept/core";
import { computeCosines, VectorScores } from "./vector-scores.ts";
import type { Driver, SqlValue } from "./driver.ts";
import { buildCondition, buildDataQuery } from "./filter.ts";
import type { RecentVectors, VectorCache, VectorSpace } from "./vector-cache.ts";

/** If at most this many rules pass a filter, their vectors are read one by one. */
const maxRead = 2048;
/** If at most this many pass, their vectors are found in the cache. Otherwise only the best vectors are filtered. */
const maxFiltered = 25_000;

export interface DenseSearch {
  readonly cache: VectorCache;
  readonly recent: RecentVectors;
  readonly vector: Float32Array;
  readonly space: VectorSpace;
  readonly filter: RuleFilter;
}

/**
 * Finds rules by meaning. If few rules pass the filter, only their vectors are compared; otherwise all, and the filter
 * is evaluated for the best ones.
 */
export function searchDense(driver: Driver, search: DenseSearch): LegResult {
  const passing = isSelective(search.filter) ? readSelected(driver, search) : undefined;
  if (passing === undefined || passing.length > maxFiltered)
    return searchBest(driver, search) ?? compareCached(driver, search, readSelected(driver, search, -1));
  return passing.length <= maxRead ? compareRecent(driver, search, passing) : compareCached(driver, search, passing);
}

/** Fields by which usually most rules pass, if the status is active. */
const wideFields: ReadonlySet<string> = new Set(["status", "enabled", "inclusion", "authority"] satisfies (keyof RuleFilter)[]);

function isSelective(filter: RuleFilter): boolean {
  const isExclusive = filter.enabled === false || filter.status?.includes("active") === false;
  return isExclusive || Object.entries(filter).some(([field, value]) => value !== undefined && !wideFields.has(field));
}

const joinVectors =
  "CROSS JOIN search_documents d ON d.rule_id = r.id CROSS JOIN search_vectors v ON v.document = d.document AND v.embedder = ?";

/** The id of a rule and the number of its vector. */
interface NumberedId {
  readonly id: string;
  readonly number: number;
}

/** Returns the rules that pass the filter and have a vector, at most the limit plus one. */
function readSelected(driver: Driver, { space, filter }: DenseSearch, limit: number = maxFiltered + 1): readonly NumberedId[] {
  const { sql, values } = buildDataQuery(filter, "r.id, v.vector AS number", joinVectors, [space.embedder]);
  return driver.all(`${sql} LIMIT ?`, ...values, limit) as readonly NumberedId[];
}

function compareRecent(driver: Driver, { recent, vector, space }: DenseSearch, rules: readonly NumberedId[]): LegResult {
  const numbers = rules.map(({ number }) => number);
  const vectors = recent.read(driver, space, numbers);
  const top = new TopCandidates();
  const score = new Float64Array(1);
  for (const { id, number } of rules) {
    const other = vectors.get(number);
    if (other === undefined) continue;
    computeCosines(vector, other, 1, score);
    top.add(id, score[0] as number);
  }
  return top.finish();
}

function compareCached(driver: Driver, { cache, vector, space }: DenseSearch, rules: readonly NumberedId[]): LegResult {
  const ids = new Map(rules.map(({ id, number }) => [number, id]));
  const top = new TopCandidates();
  const score = new Float64Array(1);
  cache.eachBlock(driver, space, ({ numbers, data, rows }) => {
    for (let row = 0; row < rows; row += 1) {
      const id = ids.get(numbers[row] as number);
      if (id === undefined) continue;
      computeCosines(vector, data.subarray(row * space.dim, (row + 1) * space.dim), 1, score);
      top.add(id, score[0] as number);
    }
  });
  return top.finish();
}

/** How many of the best vectors are checked in each attempt, relative to the maximum number of candidates. */
const checkedParts = [1.1, 4, 16];

/** @returns undefined if too few of the best vectors pass the filter. */
function searchBest(driver: Driver, { cache, vector, space, filter }: DenseSearch): LegResult | undefined {
  const scores = new VectorScores();
  cache.eachBlock(driver, space, (block) => scores.add(block, vector));
  for (const part of checkedParts) {
    const best = scores.best(maxCandidates * part);
    const passing = readPassing(driver, [...best.keys()], filter);
    const isAll = best.size === scores.count;
    if (!isAll && passing.length < maxCandidates) continue;
    const top = new TopCandidates();
    for (const { id, number } of passing) top.add(id, best.get(number) ?? 0);
    const { candidates, isCut } = top.finish();
    return { candidates, isCut: isCut || !isAll };
  }
  return undefined;
}

/** Returns the existing vectors whose rules pass a filter. */
function readPassing(driver: Driver, numbers: readonly number[], filter: RuleFilter): readonly NumberedId[] {
  const condition = buildCondition(filter);
  const values: readonly SqlValue[] = [JSON.stringify(numbers), ...condition.values];
  const query =
    "SELECT d.rule_id AS id, v.vector AS number FROM json_each(?) j CROSS JOIN search_vectors v ON v.vector = j.value " +
    "CROSS JOIN search_documents d ON d.document = v.document ";
  const join = condition.isTrue ? "" : `CROSS JOIN rules r ON r.id = d.rule_id WHERE ${condition.sql}`;
  return driver.all(query + join, ...values) as readonly NumberedId[];
}
