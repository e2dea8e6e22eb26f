import { compareHits, type ScoredId } from "./fuse-legs.ts";

/** The maximum number of candidates of a leg. */
export const maxCandidates = 1_000;

/** The best candidates of a leg. */
export interface LegResult {
  /** Highest score first, then by id. */
  readonly candidates: readonly ScoredId[];
  /** Whether there were more candidates than the maximum. */
  readonly isCut: boolean;
}

/** Selects the best of many candidates without sorting all of them: a binary heap with the worst selected candidate on top. */
export class TopCandidates {
  readonly #heap: ScoredId[] = [];
  readonly #limit: number;
  #isCut = false;

  constructor(limit: number = maxCandidates) {
    this.#limit = limit;
  }

  add(id: string, score: number): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push({ id, score });
      this.#rise(this.#heap.length - 1);
      return;
    }
    this.#isCut = true;
    const [worst] = this.#heap;
    if (worst === undefined || score < worst.score || compareHits({ id, score }, worst) >= 0) return;
    this.#heap[0] = { id, score };
    this.#sink();
  }

  finish(): LegResult {
    return { candidates: this.#heap.toSorted(compareHits), isCut: this.#isCut };
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0 && this.#isWorse(at, (at - 1) >> 1)) {
      this.#swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < this.#heap.length && this.#isWorse(child, worst)) worst = child;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #isWorse(left: number, right: number): boolean {
    const [one, other] = [this.#heap[left], this.#heap[right]];
    return one !== undefined && other !== undefined && compareHits(one, other) > 0;
  }

  #swap(left: number, right: number): void {
    const [one, other] = [this.#heap[left], this.#heap[right]];
    if (one === undefined || other === undefined) return;
    this.#heap[left] = other;
    this.#heap[right] = one;
  }
}
