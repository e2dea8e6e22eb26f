import { compareText } from "../text/compare-text.ts";
import { editDistance } from "../text/edit-distance.ts";
import { characterKinds, kindOf } from "./character-kind.ts";

/** A term of a corpus that is probably the correct spelling of another one. */
export interface SimilarTerm {
  readonly term: string;
  /** 1 or 2. */
  readonly edits: number;
}

export const maxCorrections = 5;

/** How many typing errors are corrected: none below 4 letters, one below 7, else two. Only in words of letters. */
export function allowedEdits(term: string): number {
  if (term.length < 4 || !/^[\p{L}\p{M}]+$/u.test(term) || kindOf(term.codePointAt(0) as number) >= characterKinds.pair) return 0;
  return term.length < 7 ? 1 : 2;
}

/** The letters of a term as bits. An edit changes at most two, so terms with more different bits need no comparison. */
export function letterBits(term: string): number {
  let bits = 0;
  for (let index = 0; index < term.length; index += 1) bits |= 1 << (term.charCodeAt(index) & 31);
  return bits;
}

/** Whether terms with these bits can differ by so few edits. */
export function canBeSimilar(bits: number, other: number, edits: number): boolean {
  let count = 0;
  for (let remaining = bits ^ other; remaining !== 0; remaining &= remaining - 1) count += 1;
  return count <= 2 * edits;
}

/** Selects up to 5 terms nearest to a misspelled one. `terms`: at least those whose length differs by allowed edits. */
export function selectSimilarTerms(written: string, terms: Iterable<string>): readonly SimilarTerm[] {
  let allowed = allowedEdits(written);
  let similar: SimilarTerm[] = [];
  if (allowed === 0) return similar;
  for (const term of terms) {
    const edits = editDistance(written, term, allowed);
    if (edits > allowed) continue;
    if (edits < allowed) {
      allowed = edits;
      similar = [];
    }
    similar.push({ term, edits });
  }
  return similar.toSorted((left, right) => compareText(left.term, right.term)).slice(0, maxCorrections);
}
