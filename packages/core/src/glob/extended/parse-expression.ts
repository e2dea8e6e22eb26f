/** A part of a regular expression: what picomatch writes, which has no groups to remember and no references. */
export type Expression =
  /** One character. */
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean }
  | { readonly kind: "sequence" | "alternatives"; readonly parts: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly min: number; readonly max: number }
  | { readonly kind: "start" | "end" }
  /** Matches the empty text where `part` can, or cannot, match what follows. */
  | { readonly kind: "lookahead"; readonly part: Expression; readonly isNegated: boolean };

/** The maximum depth of groups. */
const maxDepth = 100;

/** Parses a regular expression as picomatch writes it. @returns undefined for any other. */
export function parseExpression(source: string): Expression | undefined {
  try {
    return new Parser(source).parse();
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

class UnsupportedError extends Error {}

class Parser {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#characters = [...source];
  }

  parse(): Expression {
    const parsed = this.#parseAlternatives();
    if (this.#at < this.#characters.length) throw new UnsupportedError();
    return parsed;
  }

  #parseAlternatives(): Expression {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new UnsupportedError();
    const parts = [this.#parseSequence()];
    while (this.#take("|")) parts.push(this.#parseSequence());
    this.#depth -= 1;
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "alternatives", parts };
  }

  #parseSequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#characters.length && this.#next !== "|" && this.#next !== ")") {
      parts.push(this.#parseRepeat(this.#parsePart()));
    }
    return { kind: "sequence", parts };
  }

  #parsePart(): Expression {
    const character = this.#read();
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "character", accepts: () => true };
      case "[":
        return { kind: "character", accepts: this.#parseClass() };
      case "(":
        return this.#parseGroup();
      case "*":
      case "+":
      case "?":
        throw new UnsupportedError();
      default: {
        const expected = character === "\\" ? this.#parseEscape() : character;
        return { kind: "character", accepts: (one) => one === expected };
      }
    }
  }

  #parseGroup(): Expression {
    const isSpecial = this.#take("?");
    const kind = isSpecial ? this.#read() : ":";
    if (!":=!".includes(kind)) throw new UnsupportedError();
    const part = this.#parseAlternatives();
    if (!this.#take(")")) throw new UnsupportedError();
    return kind === ":" ? part : { kind: "lookahead", part, isNegated: kind === "!" };
  }

  #parseRepeat(part: Expression): Expression {
    let repeated = part;
    for (;;) {
      const range = this.#parseRange();
      if (range === undefined) return repeated;
      // Lazy repeats match the same texts.
      this.#take("?");
      repeated = { kind: "repeat", part: repeated, ...range };
    }
  }

  #parseRange(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take("*")) return { min: 0, max: Infinity };
    if (this.#take("+")) return { min: 1, max: Infinity };
    if (this.#take("?")) return { min: 0, max: 1 };
    const range = /^\{([012]),([12])\}/.exec(this.#characters.slice(this.#at, this.#at + 5).join(""));
    if (range === null) return undefined;
    this.#at += range[0].length;
    return { min: Number(range[1]), max: Number(range[2]) };
  }

  #parseClass(): (character: string) => boolean {
    const isNegated = this.#take("^");
    const ranges: [from: string, to: string][] = [];
    while (!this.#take("]")) {
      const from = this.#readMember();
      const isRange = this.#next === "-" && this.#characters[this.#at + 1] !== "]";
      if (isRange) this.#at += 1;
      ranges.push([from, isRange ? this.#readMember() : from]);
    }
    return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
  }

  #readMember(): string {
    const character = this.#read();
    return character === "\\" ? this.#parseEscape() : character;
  }

  #parseEscape(): string {
    const character = this.#read();
    if (character === "x") return String.fromCodePoint(Number.parseInt(this.#read() + this.#read(), 16));
    const control = controls[character];
    if (control !== undefined) return control;
    // Letters and digits stand for classes, boundaries and references.
    if (/[A-Za-z0-9]/.test(character)) throw new UnsupportedError();
    return character;
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }

  #read(): string {
    const character = this.#next;
    if (character === undefined) throw new UnsupportedError();
    this.#at += 1;
    return character;
  }
}

const controls: Readonly<Record<string, string>> = { t: "\t", r: "\r", n: "\n", v: "\v", f: "\f" };
