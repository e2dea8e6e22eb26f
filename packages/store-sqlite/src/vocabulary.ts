import { allowedEdits, KnownTerms, sortByEdits, type SimilarTerm } from "@precept/core";
import type { Driver } from "./driver.ts";

/** The maximum number of terms in memory. */
const maxTerms = 200_000;

interface TermRow {
  readonly number: number;
  readonly term: string;
}

const newTerms = "SELECT number, term FROM search_terms WHERE number > ? ORDER BY number LIMIT ?";
const termsByLength = "SELECT term FROM search_terms WHERE length(term) BETWEEN ? AND ?";

/** The terms of a file, to correct the spelling of queries: in memory, up to a limit. May contain terms of deleted rules. */
export class Vocabulary {
  readonly #terms = new KnownTerms();
  #last = 0;
  #isTooLarge = false;

  /** Returns possible corrections of a misspelled term, nearest first. */
  termsNear(driver: Driver, written: string): readonly SimilarTerm[] {
    const edits = allowedEdits(written);
    if (edits === 0) return [];
    this.#read(driver);
    if (!this.#isTooLarge) return this.#terms.near(written);
    const rows = driver.all(termsByLength, written.length - edits, written.length + edits) as readonly TermRow[];
    return sortByEdits(
      written,
      rows.map(({ term }) => term),
    );
  }

  #read(driver: Driver): void {
    if (this.#isTooLarge) return;
    const rows = driver.all(newTerms, this.#last, maxTerms - this.#terms.size) as readonly TermRow[];
    for (const { term } of rows) this.#terms.add(term);
    this.#last = rows.at(-1)?.number ?? this.#last;
    this.#isTooLarge = this.#terms.size >= maxTerms;
    if (this.#isTooLarge) this.#terms.clear();
  }
}
