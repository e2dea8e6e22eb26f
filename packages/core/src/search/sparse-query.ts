import { isFunctionWord } from "./function-words.ts";
import type { SimilarTerm } from "./similar-terms.ts";
import { readTerms } from "./tokenize.ts";

/** What the weights of a query depend on. */
export interface SparseCorpus {
  /** The number of rules. */
  readonly documents: number;
  /** The number of rules that contain a term. */
  frequencyOf(term: string): number;
  /** The terms that are probably meant by one that no rule contains. */
  similarTerms(term: string): readonly SimilarTerm[];
}

/** A term of a query. */
export interface SparseQueryTerm {
  /** The part of the highest score that a rule with this term obtains. All weights of a query are 1 or less together. */
  readonly weight: number;
  /** The terms of the corpus that count as this term: itself, or corrections of its spelling. Empty: no rule contains it. The best one counts. */
  readonly terms: readonly string[];
}

/** A query with the weights of its terms. */
export interface SparseQuery {
  readonly terms: readonly SparseQueryTerm[];
  /** The terms that a rule must contain at least one of to be a candidate. */
  readonly required: readonly string[];
}

/** How much a function word counts, compared with a word that is as frequent. */
const functionWordWeight = 0.1;
/** How much a part of an identifier counts if the corpus contains the whole identifier. */
const partWeight = 0.5;
/** How much a corrected term counts, by the number of corrections. */
const correctionWeights = [1, 0.7, 0.5];
/** Terms in more rules than this part of them find no candidates, if the query has rarer ones. */
const frequentPart = 0.05;
/** Terms in fewer rules than this always find candidates. */
const frequentCount = 500;
/** The number of rules that weights assume at least. In a store of three rules, a term of two rules is not frequent. */
const minDocuments = 100;

/** A term with what it adds to the score of a rule at most, and what it adds to the highest score of the query. */
interface PlannedTerm {
  readonly gain: number;
  readonly cost: number;
  readonly terms: readonly string[];
}

/**
 * Weighs the terms of a query by how rare they are. Terms that no rule contains have the highest weight, so that the scores of a query that no rule
 * answers are low.
 */
export function planSparseQuery(text: string, corpus: SparseCorpus): SparseQuery {
  const planned = new Map<string, PlannedTerm>();
  for (const { token, whole } of readTerms(text)) {
    // The parts of an unknown identifier say the same as the identifier.
    if (planned.has(token) || (whole === token && corpus.frequencyOf(token) === 0)) continue;
    const isPart = whole !== undefined && whole !== token && corpus.frequencyOf(whole) > 0;
    const factor = (isFunctionWord(token) ? functionWordWeight : 1) * (isPart ? partWeight : 1);
    planned.set(token, planTerm(token, factor, corpus));
  }
  // At least the weight of one rare term: a query of function words only has no good answer.
  const costs = Array.from(planned.values(), ({ cost }) => cost);
  const total = Math.max(
    rarityOf(0, corpus.documents),
    costs.reduce((sum, cost) => sum + cost, 0),
  );
  const terms = Array.from(planned.values(), ({ gain, terms: found }) => ({ weight: gain / total, terms: found }));
  return { terms, required: selectRequired(terms, corpus) };
}

function planTerm(token: string, factor: number, corpus: SparseCorpus): PlannedTerm {
  const frequency = corpus.frequencyOf(token);
  const cost = factor * rarityOf(frequency, corpus.documents);
  if (frequency > 0) return { gain: cost, cost, terms: [token] };
  const similar = corpus.similarTerms(token);
  const [nearest] = similar;
  if (nearest === undefined) return { gain: 0, cost, terms: [] };
  return { gain: cost * (correctionWeights[nearest.edits] ?? 0), cost, terms: similar.map(({ term }) => term) };
}

/** The inverse document frequency of BM25: how much a term says, by how few rules contain it. */
function rarityOf(frequency: number, documents: number): number {
  return Math.log(1 + (Math.max(documents, minDocuments) - frequency + 0.5) / (frequency + 0.5));
}

function selectRequired(terms: readonly SparseQueryTerm[], corpus: SparseCorpus): readonly string[] {
  const known = terms.flatMap((term) => term.terms);
  const maxFrequency = Math.max(frequentCount, corpus.documents * frequentPart);
  const rare = known.filter((term) => corpus.frequencyOf(term) <= maxFrequency);
  return rare.length > 0 ? rare : known;
}

/** How fast repetition stops to count (`k1` of BM25). */
const saturation = 1.2;
/** How much a long rule has to repeat a term to obtain the same score as a short one (`b` of BM25). */
const lengthWeight = 0.75;

/**
 * The part of a term's weight that a rule obtains, from 0 to 1.
 *
 * @param frequency how often the rule contains the term, weighted by field.
 * @param length the sum of the frequencies of all terms of the rule.
 */
export function saturate(frequency: number, length: number, averageLength: number): number {
  return frequency / (frequency + saturation * (1 - lengthWeight + (lengthWeight * length) / averageLength));
}
