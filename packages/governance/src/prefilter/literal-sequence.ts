import { pushAll } from "@precept/core";

/** Properties of the texts that a part of a pattern matches. */
export interface MatchedTexts {
  /** All texts, if there are few. */
  readonly exact: ReadonlySet<string> | undefined;
  /** Literals, at least one of which is in each text. */
  readonly required: readonly string[] | undefined;
}

/** The maximum number of texts that are tracked in parallel. */
const maxExact = 32;
const maxLiterals = 128;
/** The maximum length of a literal. Longer literals are hardly rarer. */
const maxLength = 24;
/** Estimates how much rarer a literal becomes with each character. */
const rarityPerCharacter = 12;

/** Collects the literals in a sequence of pattern parts, and selects the set that is rarest in ordinary text. */
export class LiteralSequence {
  /** The joined texts of the parts after the last unknown part. */
  #current: ReadonlySet<string> = new Set([""]);
  /** Whether there was no unknown part yet. */
  #isWhole = true;
  #best: readonly string[] | undefined;
  #bestCost = Number.POSITIVE_INFINITY;

  /** Adds a part that matches exactly these texts. */
  addExact(texts: ReadonlySet<string>): void {
    const totalLength = maxLengthOf(this.#current) + maxLengthOf(texts);
    if (this.#current.size * texts.size > maxExact || totalLength > maxLength) this.addUnknown();
    if (texts.size > maxExact) return this.consider([...texts]);
    const joined = new Set<string>();
    for (const head of this.#current) for (const tail of texts) joined.add(head + tail);
    this.#current = joined;
  }

  /** Adds a part that may match anything. */
  addUnknown(): void {
    this.consider([...this.#current]);
    this.#current = new Set([""]);
    this.#isWhole = false;
  }

  /** Adds a part with several alternatives. */
  addAlternatives(parts: readonly MatchedTexts[]): void {
    const exact = new Set<string>();
    const required: string[] = [];
    for (const part of parts) {
      for (const text of part.exact ?? []) exact.add(text);
      pushAll(required, part.required ?? []);
    }
    if (parts.every((part) => part.exact !== undefined)) return this.addExact(exact);
    this.addUnknown();
    if (parts.every((part) => part.required !== undefined)) this.consider(required);
  }

  /** Considers a set of literals, one of which the text must contain, at any position. */
  consider(literals: readonly string[] | undefined): void {
    if (literals === undefined || literals.length > maxLiterals || literals.includes("")) return;
    const cost = literals.reduce((sum, { length }) => sum + rarityPerCharacter ** -length, 0);
    if (cost >= this.#bestCost) return;
    this.#best = [...new Set(literals.map((literal) => literal.slice(0, maxLength)))];
    this.#bestCost = cost;
  }

  finish(): MatchedTexts {
    const exact = this.#isWhole ? this.#current : undefined;
    this.consider([...this.#current]);
    return { exact, required: this.#best };
  }
}

function maxLengthOf(texts: ReadonlySet<string>): number {
  let maximum = 0;
  for (const { length } of texts) if (length > maximum) maximum = length;
  return maximum;
}
