import { allowedEdits, KnownTerms, letterBits, sortByEdits, type SimilarTerm } from "@precept/core";
import { condition } from "../condition.ts";
import type { Queries } from "../database.ts";

/** The maximum number of terms in memory. */
const maxTerms = 200_000;

interface NumberedTerm {
  readonly number: string;
  readonly term: string;
}

const newTerms = "SELECT number, term FROM search_terms WHERE number > ?::bigint ORDER BY number LIMIT ?";

const similarTerms = `
SELECT w.written, t.term
FROM jsonb_to_recordset(?::text::jsonb) AS w (written text, shortest integer, longest integer, letters integer, bits integer)
JOIN search_terms t ON t.size BETWEEN w.shortest AND w.longest AND bit_count((t.letters # w.letters)::bit(32)) <= w.bits`;

/** The terms of a database, to correct the spelling of queries: in memory, up to a limit. May contain terms of deleted rules. */
export class Vocabulary {
  readonly #terms = new KnownTerms();
  #last = 0;
  #isTooLarge = false;

  /** Returns possible corrections of misspelled terms, nearest first. */
  async termsNear(queries: Queries, written: readonly string[]): Promise<ReadonlyMap<string, readonly SimilarTerm[]>> {
    await this.#read(queries);
    if (this.#isTooLarge) return readSimilar(queries, written);
    return new Map(written.map((term) => [term, this.#terms.near(term)]));
  }

  async #read(queries: Queries): Promise<void> {
    if (this.#isTooLarge) return;
    const rows = await queries.query<NumberedTerm>(condition(newTerms, this.#last, maxTerms - this.#terms.size));
    // Another search can have read the same ones meanwhile.
    const added = rows.filter(({ number }) => Number(number) > this.#last);
    for (const { term } of added) this.#terms.add(term);
    this.#last = Number(added.at(-1)?.number ?? this.#last);
    this.#isTooLarge = this.#terms.size >= maxTerms;
    if (this.#isTooLarge) this.#terms.clear();
  }
}

async function readSimilar(queries: Queries, terms: readonly string[]): Promise<ReadonlyMap<string, readonly SimilarTerm[]>> {
  const wanted = terms.map((written) => {
    const edits = allowedEdits(written);
    const [shortest, longest] = [written.length - edits, written.length + edits];
    return { written, shortest, longest, letters: letterBits(written), bits: 2 * edits };
  });
  const rows = await queries.query<{ readonly written: string; readonly term: string }>(
    condition(similarTerms, JSON.stringify(wanted)),
  );
  const found = Map.groupBy(rows, ({ written }) => written);
  return new Map(
    terms.map((written) => {
      const candidates = (found.get(written) ?? []).map(({ term }) => term);
      return [written, sortByEdits(written, candidates)];
    }),
  );
}
