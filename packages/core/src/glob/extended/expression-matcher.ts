import type { Expression } from "./parse-expression.ts";

/** A state, and what has to be true so that the rest of a text matches from it. `next` are other states. */
type State =
  | { readonly kind: "accept" | "start" | "end"; next: number }
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean; next: number }
  | { readonly kind: "either"; next: number; other: number }
  | { readonly kind: "lookahead"; readonly inside: number; readonly isNegated: boolean; next: number };

/**
 * Matches texts against an expression in a time that is proportional to the length of the text, unlike a regular
 * expression of JavaScript: it finds the states that match the rest of the text, from its end to its start.
 */
export class ExpressionMatcher {
  readonly #states: State[] = [];
  /** The first and the last state of each lookahead, inner ones first, and of the whole expression. */
  readonly #blocks: (readonly [first: number, last: number])[] = [];
  readonly #first: number;
  /** The number of states that were evaluated so far. */
  work = 0;

  constructor(expression: Expression) {
    const accept = this.#add({ kind: "accept", next: 0 });
    // The whole text has to match.
    this.#first = this.#build(expression, this.#add({ kind: "end", next: accept }));
    this.#blocks.push([0, this.#states.length - 1]);
  }

  matches(text: string): boolean {
    const characters = [...text];
    let now = new Uint8Array(this.#states.length);
    let rest = new Uint8Array(this.#states.length);
    for (let at = characters.length; at >= 0; at -= 1) {
      [now, rest] = [rest.fill(0), now];
      // A lookahead has to be known before it is negated.
      for (const [first, last] of this.#blocks) {
        // Only loops depend on later states. Each pass carries a match around one more of them.
        while (this.#evaluate(first, last, at, characters, now, rest));
      }
    }
    return now[this.#first] === 1;
  }

  /** Evaluates states once. Returns whether more of them match the rest of the text. */
  #evaluate(first: number, last: number, at: number, characters: readonly string[], now: Uint8Array, rest: Uint8Array): boolean {
    let hasChanged = false;
    this.work += last - first + 1;
    for (let index = first; index <= last; index += 1) {
      const state = this.#states[index];
      if (state === undefined || now[index] === 1 || !this.#holds(state, at, characters, now, rest)) continue;
      now[index] = 1;
      hasChanged = true;
    }
    return hasChanged;
  }

  #holds(state: State, at: number, characters: readonly string[], now: Uint8Array, rest: Uint8Array): boolean {
    switch (state.kind) {
      case "accept":
        return true;
      case "start":
        return at === 0 && now[state.next] === 1;
      case "end":
        return at === characters.length && now[state.next] === 1;
      case "character":
        return at < characters.length && rest[state.next] === 1 && state.accepts(characters[at] ?? "");
      case "either":
        return now[state.next] === 1 || now[state.other] === 1;
      case "lookahead":
        return now[state.next] === 1 && (now[state.inside] === 1) !== state.isNegated;
    }
  }

  #add(state: State): number {
    return this.#states.push(state) - 1;
  }

  /** Adds the states of an expression before `next`, so that states come after those that they depend on. */
  #build(expression: Expression, next: number): number {
    switch (expression.kind) {
      case "character":
        return this.#add({ ...expression, next });
      case "start":
      case "end":
        return this.#add({ kind: expression.kind, next });
      case "sequence":
        return expression.parts.reduceRight((following, part) => this.#build(part, following), next);
      case "alternatives":
        return expression.parts
          .map((part) => this.#build(part, next))
          .reduce((other, one) => this.#add({ kind: "either", next: one, other }));
      case "repeat":
        return this.#buildRepeat(expression, next);
      case "lookahead": {
        const accept = this.#add({ kind: "accept", next: 0 });
        const inside = this.#build(expression.part, accept);
        this.#blocks.push([accept, this.#states.length - 1]);
        return this.#add({ kind: "lookahead", inside, isNegated: expression.isNegated, next });
      }
    }
  }

  #buildRepeat({ part, min, max }: Expression & { kind: "repeat" }, next: number): number {
    let first = next;
    if (max === Infinity) {
      const loop: State = { kind: "either", next, other: next };
      const entry = this.#add(loop);
      loop.other = this.#build(part, entry);
      return min === 0 ? entry : loop.other;
    }
    for (let count = min; count < max; count += 1) first = this.#add({ kind: "either", next, other: this.#build(part, first) });
    for (let count = 0; count < min; count += 1) first = this.#build(part, first);
    return first;
  }
}
