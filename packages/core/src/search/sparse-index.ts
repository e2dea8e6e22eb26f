import type { WordData } from "../ports/searched-rules.ts";
import { Postings } from "./postings.ts";
import type { RuleTerms } from "./rule-terms.ts";
import type { SparseCorpus } from "./sparse-corpus.ts";
import { planSparseQuery, saturate, type SparseQuery, type SparseQueryTerm } from "./sparse-query.ts";
import { TermLists } from "./term-lists.ts";
import { TopCandidates, type LegResult } from "./top-candidates.ts";
import { Vocabulary } from "./vocabulary.ts";
import { encodeWords, type DecodedPostings, type Posting, type TermPostings } from "./word-data.ts";

export type PassesId = (id: string) => boolean;

/** Documents that are found by words. */
export interface WordIndex {
  readonly size: number;
  /** The sum of the lengths of all documents. */
  readonly totalLength: number;
  readonly corpus: SparseCorpus;
  /** Finds documents for a query with the weights and the average length of the documents of a larger corpus. */
  searchPlanned(query: SparseQuery, averageLength: number, passes?: PassesId): LegResult;
}

/** An inverted index in memory: finds documents by words, with BM25 scores from 0 to 1. */
export class SparseIndex implements WordIndex {
  #vocabulary = new Vocabulary();
  #postings = new Postings();
  #termLists = new TermLists();
  /** By number of a document: its id (undefined if it was deleted) and its length. */
  #ids: (string | undefined)[] = [];
  #lengths: number[] = [];
  #numbers = new Map<string, number>();
  totalLength = 0;
  #deletedPostings = 0;

  /** Creates an index of documents without terms, which cannot be set or deleted. Add each term with `addTerm`. */
  static ofDocuments(ids: readonly string[], lengths: Uint32Array): SparseIndex {
    const index = new SparseIndex();
    index.#ids = [...ids];
    index.#lengths = [...lengths];
    index.totalLength = lengths.reduce((sum, length) => sum + length, 0);
    return index;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Adds a term, with the documents that contain it. */
  addTerm(term: string, { documents, frequencies }: DecodedPostings): void {
    const number = this.#vocabulary.count(term, documents.length);
    for (let at = 0; at < documents.length; at += 1) {
      this.#postings.add(number, documents[at] as number, frequencies[at] as number);
    }
  }

  /** The content of the index as plain data. The documents have the order in which they were set. */
  toData(): WordData {
    if (this.#ids.length > this.size) this.#rebuild();
    const ids = this.#ids.flatMap((id) => id ?? []);
    return encodeWords(ids, this.#lengths, this.#eachTerm());
  }

  *#eachTerm(): Iterable<TermPostings> {
    for (const [number, term] of this.#vocabulary.terms.entries()) {
      const postings: Posting[] = [];
      for (let posting = this.#postings.firstOf(number); posting > 0; posting = this.#postings.next(posting))
        postings.push([this.#postings.documentOf(posting), this.#postings.frequencyOf(posting)]);
      if (postings.length > 0) yield { term, postings: postings.toSorted(([left], [right]) => left - right) };
    }
  }

  set(id: string, { frequencies, length }: RuleTerms): void {
    this.delete(id);
    const document = this.#addDocument(id, length);
    const terms: number[] = [];
    for (const [term, frequency] of frequencies) {
      const number = this.#vocabulary.count(term);
      this.#postings.add(number, document, frequency);
      terms.push(number);
    }
    this.#termLists.add(terms);
  }

  delete(id: string): boolean {
    const document = this.#numbers.get(id);
    if (document === undefined) return false;
    this.#numbers.delete(id);
    this.#ids[document] = undefined;
    this.totalLength -= this.#lengths[document] as number;
    const terms = this.#termLists.of(document);
    for (const term of terms) this.#vocabulary.uncount(term);
    this.#deletedPostings += terms.length;
    const deletedDocuments = this.#ids.length - this.size;
    if (this.#deletedPostings > Math.max(1_024, this.#postings.size / 2) || deletedDocuments > Math.max(1_024, this.size)) {
      this.#rebuild();
    }
    return true;
  }

  /** Calls `visit` for each document with a term. */
  eachDocument(term: string, visit: (id: string, frequency: number, length: number) => void): void {
    for (let posting = this.#firstOf(term); posting > 0; posting = this.#postings.next(posting)) {
      const document = this.#postings.documentOf(posting);
      const id = this.#ids[document];
      if (id !== undefined) visit(id, this.#postings.frequencyOf(posting), this.#lengths[document] ?? 0);
    }
  }

  get corpus(): SparseCorpus {
    return {
      documents: this.size,
      frequencyOf: (term) => this.#vocabulary.frequencyOf(term),
      similarTerms: (term) => this.#vocabulary.similarTerms(term),
    };
  }

  /** Finds documents that contain terms of a query. The scores are from 0 to 1. */
  search(text: string, passes: PassesId = () => true): LegResult {
    return this.searchPlanned(planSparseQuery(text, this.corpus), this.totalLength / this.size, passes);
  }

  searchPlanned(query: SparseQuery, averageLength: number, passes: PassesId = () => true): LegResult {
    const candidates = this.#findCandidates(query.required, passes);
    const scores = new Float64Array(this.#ids.length);
    for (const term of query.terms) this.#addScores(scores, candidates.isCandidate, term, averageLength);
    const top = new TopCandidates();
    for (const document of candidates.documents) {
      top.add(this.#ids[document] ?? "", Math.min(1, scores[document] as number));
    }
    return top.finish();
  }

  #findCandidates(terms: readonly string[], passes: PassesId) {
    const documents: number[] = [];
    const isCandidate = new Uint8Array(this.#ids.length);
    const isKnown = new Uint8Array(this.#ids.length);
    for (const term of terms) {
      for (let posting = this.#firstOf(term); posting > 0; posting = this.#postings.next(posting)) {
        const document = this.#postings.documentOf(posting);
        if (isKnown[document] === 1) continue;
        isKnown[document] = 1;
        const id = this.#ids[document];
        if (id === undefined || !passes(id)) continue;
        isCandidate[document] = 1;
        documents.push(document);
      }
    }
    return { documents, isCandidate };
  }

  #addScores(scores: Float64Array, isCandidate: Uint8Array, { weight, terms }: SparseQueryTerm, average: number): void {
    // Of several corrections of a term, the best one counts.
    const best = terms.length > 1 ? new Map<number, number>() : undefined;
    for (const term of terms) {
      for (let posting = this.#firstOf(term); posting > 0; posting = this.#postings.next(posting)) {
        const document = this.#postings.documentOf(posting);
        if (isCandidate[document] !== 1) continue;
        const gain = weight * saturate(this.#postings.frequencyOf(posting), this.#lengths[document] as number, average);
        if (best === undefined) scores[document] = (scores[document] as number) + gain;
        else best.set(document, Math.max(gain, best.get(document) ?? 0));
      }
    }
    for (const [document, gain] of best ?? []) scores[document] = (scores[document] as number) + gain;
  }

  #firstOf(term: string): number {
    const number = this.#vocabulary.numberOf(term);
    return number === undefined ? 0 : this.#postings.firstOf(number);
  }

  #addDocument(id: string, length: number): number {
    const document = this.#ids.length;
    this.#ids.push(id);
    this.#lengths.push(length);
    this.#numbers.set(id, document);
    this.totalLength += length;
    return document;
  }

  /** Removes deleted documents from the postings. Each deletion pays for a constant part of it. */
  #rebuild(): void {
    const [vocabulary, postings, termLists, ids, lengths] = [
      this.#vocabulary,
      this.#postings,
      this.#termLists,
      this.#ids,
      this.#lengths,
    ];
    this.#vocabulary = new Vocabulary();
    this.#postings = new Postings();
    this.#termLists = new TermLists();
    this.#ids = [];
    this.#lengths = [];
    this.#numbers = new Map();
    this.totalLength = 0;
    this.#deletedPostings = 0;
    const documents = ids.map((id, document) => (id === undefined ? undefined : this.#addDocument(id, lengths[document] ?? 0)));
    const terms = new Map<number, number>();
    for (const [before, term] of vocabulary.terms.entries()) {
      for (let posting = postings.firstOf(before); posting > 0; posting = postings.next(posting)) {
        const document = documents[postings.documentOf(posting)];
        if (document === undefined) continue;
        const after = this.#vocabulary.count(term);
        terms.set(before, after);
        this.#postings.add(after, document, postings.frequencyOf(posting));
      }
    }
    for (const [before, document] of documents.entries()) {
      if (document !== undefined) this.#termLists.add(termLists.of(before).map((term) => terms.get(term) ?? 0));
    }
  }
}
