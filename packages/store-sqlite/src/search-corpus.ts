import { selectSimilarTerms, type RuleFilter, type SimilarTerm, type SparseCorpus } from "@precept/core";
import type { Driver } from "./driver.ts";
import { ownerGroups, type OwnerGroups } from "./owner-tokens.ts";
import { Vocabulary } from "./vocabulary.ts";

/** The indexed rules that the owners of a filter see. */
export interface OwnerCorpus extends SparseCorpus {
  readonly averageLength: number;
  /** Finds the rules of these owners in the index. Empty: the rules of all owners. */
  readonly owners: readonly (readonly string[])[];
  /** Whether the rules of these owners are few, so that their postings narrow a search. */
  readonly isNarrow: boolean;
  /** Counts the rules that contain a token of each group. */
  count(groups: readonly (readonly string[])[]): number;
}

type Counting = Pick<OwnerCorpus, "count" | "owners">;

interface CorpusSize {
  readonly documents: number;
  readonly length: number;
}

const readState = "SELECT position, documents, length FROM search_state";
const countMatches = "SELECT count(*) AS count FROM search_index WHERE search_index MATCH ?";
/** Counts of at least this many may deviate by a hundredth, because counting many rules takes long. */
const minDrifting = 1000;
const maxCached = 10_000;
/** Owners with more than this part of the rules do not narrow a search. */
const maxNarrowPart = 0.2;

/**
 * The rules that the owners of a filter see, which determine the weights of a query. Counts are cached until the next
 * write, large ones until a hundredth of them may have changed.
 */
export class SearchCorpora {
  readonly #vocabulary = new Vocabulary();
  readonly #counts = new Map<string, { readonly position: number; readonly count: number }>();

  /** Reads the size of a corpus. Use the result in the same snapshot. */
  read(driver: Driver, filter: RuleFilter): OwnerCorpus {
    const all = driver.get(readState) as CorpusSize & { readonly position: number };
    const groups = ownerGroups(filter);
    const owners = [...groups.projects, ...groups.users];
    const { documents, length } = owners.length === 0 ? all : readOwners(driver, groups);
    const count = (wanted: OwnerCorpus["owners"]): number => this.#count(driver, all.position, matchAll(wanted));
    return {
      documents,
      averageLength: length / Math.max(1, documents),
      owners,
      isNarrow: documents <= all.documents * maxNarrowPart,
      count,
      frequencyOf: (term) => count([[term], ...owners]),
      similarTerms: (term) => selectContained(term, this.#vocabulary.termsNear(driver, term), { count, owners }),
    };
  }

  #count(driver: Driver, position: number, match: string): number {
    const cached = this.#counts.get(match);
    // A small count must be exact: a new rule may be the first one with a word.
    const maxDrift = cached !== undefined && cached.count >= minDrifting ? cached.count / 100 : 0;
    if (cached !== undefined && Math.abs(position - cached.position) <= maxDrift) return cached.count;
    const { count } = driver.get(countMatches, match) as { readonly count: number };
    if (this.#counts.size >= maxCached) this.#counts.clear();
    this.#counts.set(match, { position, count });
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

/** Returns the nearest terms that the corpus contains. */
function selectContained(written: string, near: readonly SimilarTerm[], { count, owners }: Counting): readonly SimilarTerm[] {
  for (const edits of new Set(near.map((similar) => similar.edits))) {
    const terms = near.filter((similar) => similar.edits === edits).map(({ term }) => term);
    // Few unknown words have a correction in a small corpus, so first count all of them together.
    if (count([terms, ...owners]) === 0) continue;
    const contained = terms.filter((term) => count([[term], ...owners]) > 0);
    return selectSimilarTerms(written, contained);
  }
  return [];
}

/** Builds an FTS5 expression for documents with a token of each group. Tokens contain no quotes. */
export function matchAll(groups: readonly (readonly string[])[]): string {
  return groups.map((tokens) => `(${tokens.map((token) => `"${token}"`).join(" OR ")})`).join(" AND ");
}
