import { Postings } from "./postings.ts";
import type { RuleTerms } from "./rule-terms.ts";
import { planSparseQuery, saturate, type SparseCorpus } from "./sparse-query.ts";
import { TopCandidates, type LegResult } from "./top-candidates.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Which documents a search may return. */
export type PassesId = (id: string) => boolean;

/** An inverted index in memory: finds documents by words, with BM25 scores from 0 to 1. */
export class SparseIndex {
  #vocabulary = new Vocabulary();
  #postings = new Postings();
  /** By number of a document: its id (undefined if it was deleted) and its length. */
  #ids: (string | undefined)[] = [];
  #lengths: number[] = [];
  #numbers = new Map<string, number>();
  #totalLength = 0;
  #deletedPostings = 0;

  /** The number of documents. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Adds a document, or replaces it. */
  set(id: string, { frequencies, length }: RuleTerms): void {
    this.delete(id);
    this.#add(id, length, frequencies);
  }

  /** Deletes a document. Returns whether it existed. */
  delete(id: string): boolean {
    const number = this.#numbers.get(id);
    if (number === undefined) return false;
    this.#numbers.delete(id);
    this.#ids[number] = undefined;
    this.#totalLength -= this.#lengths[number] ?? 0;
    this.#postings.eachTerm(number, (term) => {
      this.#vocabulary.uncount(term);
      this.#deletedPostings += 1;
    });
    if (this.#deletedPostings > 1_024 && this.#deletedPostings > this.#postings.size / 2) this.#rebuild();
    return true;
  }

  /** Finds documents that contain terms of a query. The scores are from 0 to 1. */
  search(text: string, passes: PassesId = () => true): LegResult {
    const top = new TopCandidates();
    const query = planSparseQuery(text, this.#corpus());
    const scores = new Map<number, number>();
    for (const term of query.required) this.#eachDocument(term, (document) => scores.set(document, 0));
    for (const document of scores.keys()) if (!passes(this.#ids[document] ?? "")) scores.delete(document);
    for (const { weight, terms } of query.terms) this.#addScores(scores, weight, terms);
    for (const [document, score] of scores) top.add({ id: this.#ids[document] ?? "", score });
    return top.finish();
  }

  #corpus(): SparseCorpus {
    return {
      documents: this.size,
      frequencyOf: (term) => this.#vocabulary.frequencyOf(term),
      similarTerms: (term) => this.#vocabulary.similarTerms(term),
    };
  }

  #addScores(scores: Map<number, number>, weight: number, terms: readonly string[]): void {
    const average = this.#totalLength / this.size;
    const gains = new Map<number, number>();
    for (const term of terms) {
      this.#eachDocument(term, (document, frequency) => {
        if (!scores.has(document)) return;
        const gain = saturate(frequency, this.#lengths[document] ?? 0, average);
        if (gain > (gains.get(document) ?? 0)) gains.set(document, gain);
      });
    }
    for (const [document, gain] of gains) scores.set(document, (scores.get(document) ?? 0) + weight * gain);
  }

  #eachDocument(term: string, visit: (document: number, frequency: number) => void): void {
    const number = this.#vocabulary.numberOf(term);
    if (number === undefined) return;
    this.#postings.eachDocument(number, (document, frequency) => {
      if (this.#ids[document] !== undefined) visit(document, frequency);
    });
  }

  #add(id: string, length: number, frequencies: Iterable<readonly [string, number]>): void {
    const number = this.#ids.length;
    this.#ids.push(id);
    this.#lengths.push(length);
    this.#numbers.set(id, number);
    this.#totalLength += length;
    this.#postings.addDocument(Array.from(frequencies, ([term, frequency]) => [this.#vocabulary.count(term), frequency]));
  }

  /** Removes deleted documents from the postings. Each deletion pays for a constant part of it. */
  #rebuild(): void {
    const [vocabulary, postings, ids, lengths] = [this.#vocabulary, this.#postings, this.#ids, this.#lengths];
    this.#vocabulary = new Vocabulary();
    this.#postings = new Postings();
    this.#ids = [];
    this.#lengths = [];
    this.#numbers = new Map();
    this.#totalLength = 0;
    this.#deletedPostings = 0;
    for (const [number, id] of ids.entries()) {
      if (id === undefined) continue;
      const frequencies: [string, number][] = [];
      postings.eachTerm(number, (term, frequency) => frequencies.push([vocabulary.termOf(term), frequency]));
      this.#add(id, lengths[number] ?? 0, frequencies);
    }
  }
}
