/** What is known of the texts that a part of a pattern matches. */
export interface Known {
  /** All of them, where they are few. */
  readonly exact: ReadonlySet<string> | undefined;
  /** Literals of which each of them holds at least one. */
  readonly required: readonly string[] | undefined;
}

/** Texts that are followed at once through a sequence. */
const maxExact = 32;
/** Literals of one pattern. */
const maxLiterals = 128;
/** A literal of this length is as rare as a longer one. */
const maxLength = 24;
/** How many times rarer a literal is for each character more, roughly. */
const rarer = 12;

/** Gathers, along a sequence, the literal texts it consists of, and keeps the best set of them to look for. */
export class LiteralRun {
  /** What the parts since the last unknown one match, joined. */
  #current: ReadonlySet<string> = new Set([""]);
  /** Whether that is everything since the beginning. */
  #isWhole = true;
  #best: readonly string[] | undefined;
  #bestCost = Number.POSITIVE_INFINITY;

  /** A part that matches these texts and no others. */
  addExact(texts: ReadonlySet<string>): void {
    const longest = lengthOfLongest(this.#current) + lengthOfLongest(texts);
    if (this.#current.size * texts.size > maxExact || longest > maxLength) this.addUnknown();
    if (texts.size > maxExact) return this.consider([...texts]);
    const joined = new Set<string>();
    for (const head of this.#current) for (const tail of texts) joined.add(head + tail);
    this.#current = joined;
  }

  /** A part that may match anything. */
  addUnknown(): void {
    this.consider([...this.#current]);
    this.#current = new Set([""]);
    this.#isWhole = false;
  }

  /** A part that is one of several. */
  addOneOf(parts: readonly Known[]): void {
    const exact = new Set<string>();
    const required: string[] = [];
    for (const part of parts) {
      for (const text of part.exact ?? []) exact.add(text);
      required.push(...(part.required ?? []));
    }
    if (parts.every((part) => part.exact !== undefined)) return this.addExact(exact);
    this.addUnknown();
    if (parts.every((part) => part.required !== undefined)) this.consider(required);
  }

  /** Literals of which one has to be in the text, wherever. */
  consider(literals: readonly string[] | undefined): void {
    if (literals === undefined || literals.length > maxLiterals || literals.includes("")) return;
    const cost = literals.reduce((sum, { length }) => sum + rarer ** -length, 0);
    if (cost >= this.#bestCost) return;
    this.#best = [...new Set(literals.map((literal) => literal.slice(0, maxLength)))];
    this.#bestCost = cost;
  }

  finish(): Known {
    const exact = this.#isWhole ? this.#current : undefined;
    this.consider([...this.#current]);
    return { exact, required: this.#best };
  }
}

function lengthOfLongest(texts: ReadonlySet<string>): number {
  let longest = 0;
  for (const { length } of texts) if (length > longest) longest = length;
  return longest;
}
