import { minOf } from "../model/lists.ts";
import type { Rule } from "../model/rule.ts";
import { readClauses } from "./clauses.ts";
import { CompoundFinder, compoundFactor } from "./compounds.ts";
import { pairOf, type EvidenceIndex } from "./evidence-index.ts";
import { isFunctionWord } from "./function-words.ts";
import { tellingFactor } from "./ordinary-words.ts";
import { joinCorpora } from "./search-indexes.ts";
import type { SparseCorpus } from "./sparse-corpus.ts";
import { correctTerm, rarityOf, saturate, unknownWeightOf } from "./sparse-query.ts";
import { readWrittenWords } from "./written-words.ts";
import { synonymsOf } from "./synonyms.ts";
import { eachTerm } from "./tokenize.ts";

/** What a prompt holds that speaks for a rule. */
export interface Evidence {
  /** 0 to 1. It depends on the clause that says most, not on the length of the prompt. */
  readonly score: number;
  /** The words of the prompt that count, as it writes them. The most telling ones come first. */
  readonly words: readonly string[];
}

export interface EvidenceRequest {
  readonly prompt: string;
  /** The files of the request. Their directories and names count as words. */
  readonly files?: readonly string[] | undefined;
}

/** How much a synonym of a word counts, and a part of an identifier that a rule contains as a whole. */
const synonymFactor = 0.5;
const partFactor = 0.5;
/** How much numbers and single letters count: they are in texts on any topic. */
const shortFactor = 0.3;
/** How much the names of files count. */
const fileWeight = 0.7;
/** How many unknown words of a prompt are corrected. Comparing them with the words of the rules takes time. */
const maxCorrected = 64;
/** The length of the shortest word that is corrected. Shorter ones are too often other words. */
const minCorrected = 6;
/** How much a correction counts, by the number of edits. */
const correctionFactors = [1, 0.7, 0.5];
/** What the words of a clause weigh at least. One telling word alone is not all that can be said. */
const minClauseWeight = 1;
/** What a word adds that supports another one. */
const minTelling = 0.08;
/** How much a single word counts that is only once in the text of a rule. */
const loneFactor = 0.6;
/** How much two words that follow each other in the rule, too, count in addition. */
const pairFactor = 0.6;
/** Words that weigh less do not make a rule a candidate. */
const minWeight = 0.01;

/** A word of a clause. */
interface ClauseTerm {
  readonly token: string;
  /** How much the word says: by how few rules and texts contain it. 0 to 1. */
  readonly weight: number;
  /** Whether it is two words that follow each other. */
  readonly isPair: boolean;
  /** The terms of rules that count as the word, each with the part of the weight that it obtains. */
  readonly found: readonly { readonly term: string; readonly gain: number }[];
}

/** Finds what speaks for each rule. Rules for which nothing speaks are missing. */
export function findEvidence(
  indexes: readonly EvidenceIndex[],
  { prompt, files = [] }: EvidenceRequest,
  passes: (rule: Rule) => boolean = () => true,
): ReadonlyMap<Rule, Evidence> {
  const weigher = new ClauseWeigher(joinCorpora(indexes.map(({ words }) => words.corpus)), prompt);
  const documents = indexes.reduce((sum, { words }) => sum + words.size, 0);
  const averageLength = indexes.reduce((sum, { words }) => sum + words.totalLength, 0) / documents;
  const found = new Map<Rule, { readonly score: number; readonly tokens: Collected["tokens"] }>();
  const clauses = [...readClauses(prompt), ...files.map((file) => ({ text: file, weight: fileWeight }))];
  for (const { text, weight } of clauses) {
    const terms = weigher.weigh(text);
    const total = Math.max(
      minClauseWeight,
      terms.reduce((sum, term) => sum + (term.isPair ? 0 : term.weight), 0),
    );
    for (const index of indexes) {
      for (const [key, { gain, matched, isHead, tokens }] of collect(index, terms, averageLength)) {
        const isSupported = isHead || tokens.filter(({ gain: added }) => added >= minTelling).length > 1;
        const score = Math.min(1, (isSupported ? 1 : loneFactor) * weight * gain * Math.sqrt(matched / total));
        const rule = index.ruleOf(key);
        if (rule === undefined || score <= (found.get(rule)?.score ?? 0) || !passes(rule)) continue;
        found.set(rule, { score, tokens });
      }
    }
  }
  if (found.size === 0) return new Map();
  const written = readWrittenWords([prompt, ...files].join("\n"));
  return new Map(Array.from(found, ([rule, { score, tokens }]) => [rule, { score, words: describe(tokens, written) }]));
}

/** The words behind tokens, each once. Pairs are left out, because their words are there, too. */
function describe(tokens: Collected["tokens"], written: ReadonlyMap<string, string>): readonly string[] {
  const strongest = tokens.filter(({ isPair }) => !isPair).toSorted((left, right) => right.gain - left.gain);
  return [...new Set(strongest.map(({ token }) => written.get(token) ?? token))];
}

/** What the words of a clause add up to for a rule. */
interface Collected {
  gain: number;
  /** The weight of the words that the rule contains. */
  matched: number;
  /** Whether one of the words is in the rule's name, description or tags, or twice in its text. */
  isHead: boolean;
  readonly tokens: { readonly token: string; readonly gain: number; readonly isPair: boolean }[];
}

function collect({ words }: EvidenceIndex, terms: readonly ClauseTerm[], averageLength: number): ReadonlyMap<string, Collected> {
  const collected = new Map<string, Collected>();
  for (const { token, weight, isPair, found } of terms) {
    // Of several terms that count as the word, the best one counts.
    const gains = new Map<string, { readonly gain: number; readonly isHead: boolean }>();
    for (const { term, gain } of found) {
      words.eachDocument(term, (key, frequency, length) => {
        const obtained = weight * gain * saturate(frequency, length, averageLength);
        if (obtained > (gains.get(key)?.gain ?? 0)) gains.set(key, { gain: obtained, isHead: frequency > 1 });
      });
    }
    for (const [key, { gain, isHead }] of gains) {
      let sum = collected.get(key);
      if (sum === undefined) collected.set(key, (sum = { gain: 0, matched: 0, isHead: false, tokens: [] }));
      sum.gain += gain;
      if (!isPair) sum.matched += weight;
      sum.isHead ||= isHead && gain >= minTelling;
      sum.tokens.push({ token, gain, isPair });
    }
  }
  return collected;
}

/** Weighs the words of clauses. A word is looked up once in a prompt. */
class ClauseWeigher {
  readonly #corpus: SparseCorpus;
  readonly #known = new Map<string, Omit<ClauseTerm, "token" | "isPair">>();
  readonly #compounds: CompoundFinder;
  #corrected = 0;

  constructor(corpus: SparseCorpus, prompt: string) {
    this.#corpus = corpus;
    this.#compounds = new CompoundFinder(prompt, corpus);
  }

  weigh(text: string): readonly ClauseTerm[] {
    const terms = new Map<string, ClauseTerm>();
    let previous: string | undefined;
    eachTerm(text, (token, whole) => {
      // They say nothing, and connect the words of a pair.
      if (isFunctionWord(token)) return;
      if (previous !== undefined) this.#addPair(terms, previous, token);
      previous = token;
      if (terms.has(token)) return;
      // The parts of an unknown identifier say the same as the identifier.
      if (whole === token && this.#corpus.frequencyOf(token) === 0 && synonymsOf(token) === undefined) return;
      const isPart = whole !== undefined && whole !== token && this.#corpus.frequencyOf(whole) > 0;
      // A name such as `*.java` is about files, and hardly about the language.
      if (isPart && whole.startsWith("dot")) return;
      const { weight, found } = this.#read(token);
      if (weight >= minWeight) terms.set(token, { token, weight: weight * (isPart ? partFactor : 1), isPair: false, found });
    });
    return [...terms.values()];
  }

  #addPair(terms: Map<string, ClauseTerm>, first: string, second: string): void {
    const pair = pairOf(first, second);
    if (this.#corpus.frequencyOf(pair) === 0) return;
    const telling = (tellingFactor(first) + tellingFactor(second)) / 2;
    const weight = pairFactor * this.#rarityOf(pair) * telling;
    terms.set(pair, { token: pair, weight, isPair: true, found: [{ term: pair, gain: 1 }] });
  }

  #read(token: string): Omit<ClauseTerm, "token" | "isPair"> {
    const known = this.#known.get(token);
    if (known !== undefined) return known;
    const term = { weight: this.#weightOf(token), found: this.#find(token) };
    this.#known.set(token, term);
    return term;
  }

  #weightOf(token: string): number {
    const isShort = /^(?:\d+|.)$/u.test(token) && unknownWeightOf(token) === 1;
    return this.#rarityOf(token) * tellingFactor(token) * unknownWeightOf(token) * (isShort ? shortFactor : 1);
  }

  /** 1 for a term that no rule contains, less the more rules contain it. */
  #rarityOf(term: string): number {
    const { documents } = this.#corpus;
    return rarityOf(this.#corpus.frequencyOf(term), documents) / rarityOf(0, documents);
  }

  #find(token: string): ClauseTerm["found"] {
    const synonyms = [...(synonymsOf(token) ?? [])].map((term) => ({ term, gain: synonymFactor }));
    if (this.#corpus.frequencyOf(token) > 0) return [{ term: token, gain: 1 }, ...synonyms];
    const isName = token.length < minCorrected || token.startsWith("dot");
    if (synonyms.length > 0 || isName || this.#corrected >= maxCorrected) return synonyms;
    this.#corrected += 1;
    const compounds = this.#compounds.find(token);
    if (compounds.length > 0) return compounds.map((term) => ({ term, gain: compoundFactor }));
    const similar = correctTerm(token, this.#corpus).filter(({ term }) => term.at(0) === token.at(0));
    const fewest = minOf(similar.map(({ edits }) => edits));
    return similar.flatMap(({ term, edits }) => (edits === fewest ? [{ term, gain: correctionFactors[edits] ?? 0 }] : []));
  }
}
