import { compareHits, type DenseCandidate, type ScoredId } from "./fuse-legs.ts";

/** The maximum number of candidates of a leg. */
export const maxCandidates = 1_000;

/** The best candidates of a leg. */
export interface LegResult {
  /** Highest score first, then by id. */
  readonly candidates: readonly DenseCandidate[];
  /** Whether there were more candidates than the maximum. */
  readonly isCut: boolean;
}

/** Selects the best of many candidates. Sorts when twice as many as the maximum are collected, so never all of them. */
export class TopCandidates {
  #best: readonly ScoredId[] = [];
  #added: ScoredId[] = [];
  #isCut = false;

  add(id: string, score: number): void {
    const worst = this.#best[maxCandidates - 1];
    if (worst !== undefined && (score < worst.score || compareHits({ id, score }, worst) >= 0)) {
      this.#isCut = true;
      return;
    }
    this.#added.push({ id, score });
    if (this.#added.length === maxCandidates) this.#select();
  }

  finish(): LegResult {
    this.#select();
    return { candidates: this.#best, isCut: this.#isCut };
  }

  #select(): void {
    const sorted = [...this.#best, ...this.#added].toSorted(compareHits);
    this.#isCut ||= sorted.length > maxCandidates;
    this.#best = sorted.slice(0, maxCandidates);
    this.#added = [];
  }
}
