import { allowedEdits, selectSimilarTerms, type RuleFilter, type SimilarTerm, type SparseCorpus } from "@precept/core";
import type { Driver } from "./driver.ts";
import { matchAll } from "./match-expression.ts";
import { ownerGroups, type OwnerGroups } from "./owner-tokens.ts";

/** The rules that the owners of a filter see, in the index. */
export interface OwnerCorpus extends SparseCorpus {
  readonly averageLength: number;
  /** Finds the rules of these owners in the index. Empty: the rules of all owners. */
  readonly owners: readonly (readonly string[])[];
  /** Whether the rules of these owners are few, so that their postings narrow a search. */
  readonly isNarrow: boolean;
  /** Counts the rules that contain a token of each group. */
  count(groups: readonly (readonly string[])[]): number;
}

interface CorpusSize {
  readonly documents: number;
  readonly length: number;
}

const readState = "SELECT position, documents, length FROM search_state";
const countMatches = "SELECT count(*) AS count FROM search_index WHERE search_index MATCH ?";
/** Counting takes time in proportion to the count. Below this one, it takes less than a millisecond. */
const minCached = 1000;
const maxCached = 10_000;
/** Owners with more than this part of the rules do not narrow a search. */
const maxNarrowPart = 0.2;

/**
 * What the weights of queries depend on: rules that the owners of the filter see, and no others. Large counts are cached until a hundredth of them may have
 * changed.
 */
export class SearchCorpora {
  readonly #counts = new Map<string, { readonly position: number; readonly count: number }>();

  /** Reads the size of a corpus. Use the result in the same snapshot. */
  read(driver: Driver, filter: RuleFilter): OwnerCorpus {
    const all = driver.get(readState) as CorpusSize & { readonly position: number };
    const groups = ownerGroups(filter);
    const owners = [...groups.projects, ...groups.users];
    const { documents, length } = owners.length === 0 ? all : readOwners(driver, groups);
    const count = (wanted: OwnerCorpus["owners"]): number => this.#count(driver, all.position, matchAll(wanted));
    const frequencyOf = (term: string): number => count([[term], ...owners]);
    return {
      documents,
      averageLength: length / Math.max(1, documents),
      owners,
      isNarrow: documents <= all.documents * maxNarrowPart,
      count,
      frequencyOf,
      similarTerms: (term) => findSimilarTerms(driver, term, frequencyOf),
    };
  }

  #count(driver: Driver, position: number, match: string): number {
    const cached = this.#counts.get(match);
    if (cached !== undefined && Math.abs(position - cached.position) <= cached.count / 100) return cached.count;
    const { count } = driver.get(countMatches, match) as { readonly count: number };
    if (this.#counts.size >= maxCached) this.#counts.clear();
    // A small count must be exact: a new rule may be the first one with a word.
    if (count >= minCached) this.#counts.set(match, { position, count });
    else this.#counts.delete(match);
    return count;
  }
}

function readOwners(driver: Driver, { projects, users }: OwnerGroups): CorpusSize {
  const conditions = [...projects.map((tokens) => isOneOf("project", tokens)), ...users.map((tokens) => isOneOf("user", tokens))];
  const sql =
    "SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(length), 0) AS length FROM search_owners " +
    `WHERE ${conditions.join(" AND ")}`;
  return driver.get(sql, ...projects.flat(), ...users.flat()) as CorpusSize;
}

function isOneOf(column: string, tokens: readonly string[]): string {
  return `${column} IN (${tokens.map(() => "?").join(", ")})`;
}

const termsByLength = "SELECT term FROM search_terms WHERE length(term) BETWEEN ? AND ?";

/** The nearest terms of the vocabulary that some rule of the corpus contains. */
function findSimilarTerms(driver: Driver, written: string, frequencyOf: (term: string) => number): readonly SimilarTerm[] {
  const edits = allowedEdits(written);
  if (edits === 0) return [];
  const rows = driver.all(termsByLength, written.length - edits, written.length + edits) as readonly { readonly term: string }[];
  const similar = rows
    .flatMap(({ term }) => selectSimilarTerms(written, [term]))
    .toSorted((left, right) => left.edits - right.edits);
  const found: SimilarTerm[] = [];
  for (const one of similar) {
    if (found[0] !== undefined && one.edits > found[0].edits) break;
    if (frequencyOf(one.term) > 0) found.push(one);
  }
  return selectSimilarTerms(
    written,
    found.map(({ term }) => term),
  );
}
