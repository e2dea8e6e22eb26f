import { visitRegExpAST, type AST } from "@eslint-community/regexpp";

/** Characters that most classes hold one of. */
const usual = ["a", "0", " ", "_", "!", "\n", "A", "é"];
const maxLetters = 24;
/** A sample of a repetition has no more rounds than this, unless it needs them. */
const fewRounds = 2;
const maxRounds = 100;
/** Samples stay short, whatever the nesting of repetitions. */
const maxLength = 400;

/** Makes texts that parts of a pattern match, more or less: assertions aren't heeded. The same attempt gives the same text. */
export class Sampler {
  /** Characters that the pattern names, each range by its ends and what lies just beyond: where classes overlap, one of these is in both. */
  readonly letters: readonly string[];
  readonly #flags: string;
  readonly #members = new Map<string, readonly string[]>();
  readonly #groups = new Map<AST.CapturingGroup, string>();
  #random = 0;

  constructor(pattern: AST.Pattern, flags: string) {
    this.#flags = flags;
    const letters = new Set<string>();
    const add = (code: number): void => {
      if (letters.size < maxLetters && code <= 0x10ffff) letters.add(String.fromCodePoint(code));
    };
    visitRegExpAST(pattern, {
      onCharacterEnter: ({ value }) => add(value),
      onCharacterClassRangeEnter: ({ max }) => add(max.value + 1),
    });
    this.letters = [...letters];
  }

  /** @param attempt 0 takes the first of everything; other numbers choose otherwise, each in its own way. */
  sample(element: AST.Element, attempt: number): string {
    this.#random = attempt;
    return this.#sample(element).slice(0, maxLength);
  }

  #sample(element: AST.Element): string {
    switch (element.type) {
      case "Character":
        return String.fromCodePoint(element.value);
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass":
        return this.#pick(this.#membersOf(element.raw)) ?? "";
      case "Group":
        return this.#sampleOneOf(element.alternatives);
      case "CapturingGroup": {
        const text = this.#sampleOneOf(element.alternatives);
        this.#groups.set(element, text);
        return text;
      }
      case "Quantifier":
        return this.#sampleRounds(element);
      case "Backreference":
        return this.#groups.get([element.resolved].flat()[0] as AST.CapturingGroup) ?? "";
      case "Assertion":
        return "";
    }
  }

  #sampleOneOf(alternatives: readonly AST.Alternative[]): string {
    const elements = this.#pick(alternatives)?.elements ?? [];
    let text = "";
    for (const element of elements) if (text.length < maxLength) text += this.#sample(element);
    return text;
  }

  #sampleRounds({ element, min, max }: AST.Quantifier): string {
    const wanted = Math.max(min, Math.min(max, this.#choose(fewRounds + 1)));
    const rounds = Math.min(maxRounds, this.#random === 0 ? Math.max(min, Math.min(max, 1)) : wanted);
    let text = "";
    for (let round = 0; round < rounds && text.length < maxLength; round += 1) text += this.#sample(element);
    return text;
  }

  /** Which of the letters a class holds, asked of V8 itself. */
  #membersOf(raw: string): readonly string[] {
    let members = this.#members.get(raw);
    if (members === undefined) {
      const regex = new RegExp(`^(?:${raw})$`, this.#flags.replaceAll(/[gy]/g, ""));
      members = [...this.letters, ...usual].filter((letter) => regex.test(letter));
      this.#members.set(raw, members);
    }
    return members;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#choose(items.length)];
  }

  /** A number below a limit: always 0 in the attempt of that number. */
  #choose(limit: number): number {
    if (this.#random === 0 || limit === 0) return 0;
    this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#random >>> 8) % limit;
  }
}
