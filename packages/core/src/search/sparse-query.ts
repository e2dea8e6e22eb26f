import { minOf } from "../model/lists.ts";
import { characterKinds, kindOf } from "./character-kind.ts";
import { CompoundFinder, compoundFactor } from "./compounds.ts";
import { isFunctionWord } from "./function-words.ts";
import { allowedEdits, type SimilarTerm } from "./similar-terms.ts";
import type { SparseCorpus } from "./sparse-corpus.ts";
import { synonymsOf } from "./synonyms.ts";
import { eachTerm } from "./tokenize.ts";

/** A term of a query. */
export interface SparseQueryTerm {
  /** The most that the term adds to a rule's score. The weights of up to 16 terms are 1 or less together. */
  readonly weight: number;
  /** The corpus terms that count as this term, with spelling corrections. The best one counts. Empty: none found. */
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
/** How much a synonym of a term counts that the corpus does not contain. */
const synonymWeight = 0.5;
/** How many unknown terms of a query are corrected. Comparing them with the terms of the corpus takes time. */
const maxCorrected = 16;
/** The number of terms that a rule must contain for the score 1. No rule contains all terms of a long query. */
const maxExpected = 16;
/** The length of the shortest term whose ending is corrected, and of the longest ending. */
const minStem = 5;
const maxEnding = 3;
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

/** Weighs the terms of a query by how rare they are. Terms that no rule contains have the highest weight. */
export function planSparseQuery(text: string, corpus: SparseCorpus): SparseQuery {
  const planned = new Map<string, PlannedTerm>();
  const compoundFinder = new CompoundFinder(text, corpus);
  let corrected = 0;
  eachTerm(text, (token, whole) => {
    if (planned.has(token)) return;
    const frequency = corpus.frequencyOf(token);
    // The parts of an unknown identifier say the same as the identifier.
    if (whole === token && frequency === 0) return;
    const isPart = whole !== undefined && whole !== token && corpus.frequencyOf(whole) > 0;
    const factor = (isFunctionWord(token) ? functionWordWeight : 1) * (isPart ? partWeight : 1);
    if (frequency === 0) corrected += 1;
    const isCorrected = frequency === 0 && corrected <= maxCorrected;
    const compounds = isCorrected ? compoundFinder.find(token) : [];
    planned.set(token, planTerm({ token, factor, frequency, compounds, isCorrected }, corpus));
  });
  const total = highestScore([...planned.values()], corpus);
  const terms = Array.from(planned.values(), ({ gain, terms: found }) => ({ weight: gain / total, terms: found }));
  return { terms, required: selectRequired(terms, corpus) };
}

/** At least the weight of one rare term: a query of function words only has no good answer. */
function highestScore(planned: readonly PlannedTerm[], { documents }: SparseCorpus): number {
  const costs = planned.map(({ cost }) => cost).toSorted((left, right) => right - left);
  const expected = costs.slice(0, maxExpected).reduce((sum, cost) => sum + cost, 0);
  return Math.max(expected, rarityOf(0, documents));
}

/** A term of a query and what is known of it. */
interface QueriedTerm {
  readonly token: string;
  /** How much the term counts, compared with a word that is as rare. */
  readonly factor: number;
  readonly frequency: number;
  /** The terms of rules that it is a part of, or that are its parts. */
  readonly compounds: readonly string[];
  readonly isCorrected: boolean;
}

function planTerm({ token, factor, frequency, compounds, isCorrected }: QueriedTerm, corpus: SparseCorpus): PlannedTerm {
  const cost = factor * (frequency === 0 ? unknownWeightOf(token) : 1) * rarityOf(frequency, corpus.documents);
  if (frequency > 0) return { gain: cost, cost, terms: [token] };
  const synonyms = [...(synonymsOf(token) ?? [])].filter((term) => corpus.frequencyOf(term) > 0);
  if (synonyms.length > 0) return { gain: cost * synonymWeight, cost, terms: synonyms };
  if (compounds.length > 0) return { gain: cost * compoundFactor, cost, terms: compounds };
  const similar = isCorrected ? correctTerm(token, corpus) : [];
  const edits = minOf(similar.map((term) => term.edits));
  const nearest = similar.filter((term) => term.edits === edits);
  return { gain: cost * (correctionWeights[edits] ?? 0), cost, terms: nearest.map(({ term }) => term) };
}

/** Finds known terms for an unknown one. A misspelled ending (`migratoin`) is not stemmed and counts as one edit. */
export function correctTerm(token: string, corpus: SparseCorpus): readonly SimilarTerm[] {
  const similar = [...corpus.similarTerms(token)];
  if (allowedEdits(token) === 0) return similar;
  for (let end = token.length - 1; end >= Math.max(minStem, token.length - maxEnding); end -= 1) {
    const term = token.slice(0, end);
    if (corpus.frequencyOf(term) > 0 && similar.every((other) => other.term !== term)) similar.push({ term, edits: 1 });
  }
  return similar;
}

/** A word of a text without spaces is in several groups of characters, which are all unknown if the word is. */
export function unknownWeightOf(token: string): number {
  const kind = kindOf(token.codePointAt(0) as number);
  if (kind === characterKinds.pair) return 1 / 2;
  return kind === characterKinds.triple ? 1 / 3 : 1;
}

/** The inverse document frequency of BM25: how much a term says, by how few rules contain it. */
export function rarityOf(frequency: number, documents: number): number {
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

/** The part of a term's weight that a rule obtains, 0 to 1. `length`: the sum of the frequencies of all its terms. */
export function saturate(frequency: number, length: number, averageLength: number): number {
  return frequency / (frequency + saturation * (1 - lengthWeight + (lengthWeight * length) / averageLength));
}
