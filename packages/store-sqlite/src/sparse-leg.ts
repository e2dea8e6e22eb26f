import { maxCandidates, planSparseQuery, saturate, TopCandidates, type LegResult, type RuleFilter } from "@precept/core";
import type { Driver } from "./driver.ts";
import { buildCondition } from "./filter.ts";
import { scopeToken } from "./owner-tokens.ts";
import { matchAll, type OwnerCorpus } from "./search-corpus.ts";

interface FoundDocument {
  readonly id: string;
  readonly length: number;
  readonly terms: string;
}

/** If more documents are expected, FTS5 selects the best ones. */
const maxScored = 2 * maxCandidates;
/** A scope with more than this part of the documents does not narrow a search. */
const maxScopePart = 0.2;

/** Finds rules by words. FTS5 finds the documents, or those with the best `bm25`; core's formula scores them. */
export function searchSparse(driver: Driver, corpus: OwnerCorpus, text: string, filter: RuleFilter): LegResult {
  const { terms, required } = planSparseQuery(text, corpus);
  const top = new TopCandidates();
  if (required.length === 0) return top.finish();
  const expected = required.reduce((sum, term) => sum + corpus.frequencyOf(term), 0);
  // Omits groups that most documents pass, because the condition of the filter checks them faster.
  const match = matchAll([required, ...(corpus.isNarrow ? corpus.owners : []), ...scopeGroup(corpus, filter)]);
  const scored = terms.map(({ weight, terms: same }) => ({ weight, needles: same.map((term) => `${term} `) }));
  for (const document of findDocuments(driver, match, filter, expected > maxScored)) {
    top.add(document.id, Math.min(1, scoreOf(document, scored, corpus.averageLength)));
  }
  return top.finish();
}

function scopeGroup(corpus: OwnerCorpus, { scope }: RuleFilter): readonly (readonly string[])[] {
  if (scope === undefined) return [];
  const group = [scopeToken(scope)];
  return corpus.count([group]) <= corpus.documents * maxScopePart ? [group] : [];
}

/** @param ranked whether to select the documents with the best `bm25`, which is slow. */
function findDocuments(driver: Driver, match: string, filter: RuleFilter, ranked: boolean): readonly FoundDocument[] {
  const { sql, values, isTrue } = buildCondition(filter);
  const query =
    "SELECT d.rule_id AS id, d.length, f.terms FROM search_index f CROSS JOIN search_documents d ON d.document = f.rowid " +
    `${isTrue ? "" : "CROSS JOIN rules r ON r.id = d.rule_id "}WHERE search_index MATCH ? AND ${sql}` +
    (ranked ? ` ORDER BY f.rank LIMIT ${maxCandidates + 1}` : "");
  return driver.all(query, match, ...values) as readonly FoundDocument[];
}

/** A term of the query, prepared for documents. */
interface ScoredTerm {
  readonly weight: number;
  /** The texts of the terms that count as this one, each with the space that follows it in a document. */
  readonly needles: readonly string[];
}

function scoreOf({ terms: text, length }: FoundDocument, query: readonly ScoredTerm[], averageLength: number): number {
  let score = 0;
  for (const { weight, needles } of query) {
    let gain = 0;
    for (const needle of needles) {
      const count = countRepeated(text, needle);
      if (count > 0) gain = Math.max(gain, saturate(count, length, averageLength));
    }
    score += weight * gain;
  }
  return score;
}

/** Counts a term in a document's text, in which its repetitions are adjacent and a space precedes each term. */
function countRepeated(text: string, needle: string): number {
  // A search for the term is faster than one for the space before it.
  let at = text.indexOf(needle);
  while (at > 0 && text[at - 1] !== " ") at = text.indexOf(needle, at + 1);
  let count = 0;
  if (at > 0) for (; text.startsWith(needle, at); at += needle.length) count += 1;
  return count;
}
