import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import { visitRegExpAST, type AST } from "@eslint-community/regexpp";

/** Characters, one of which is in most character classes. */
const commonCharacters = ["a", "0", " ", "_", "!", "\n", "A", "é"];
const maxCharacters = 24;
/** The maximum number of rounds of a repetition, unless it requires more. */
const fewRounds = 2;
const maxRounds = 100;
/** The maximum length of an example, however deeply repetitions are nested. */
const maxLength = 400;

/** Generates texts that parts of a pattern match, ignoring assertions. The same attempt generates the same text. */
export class ExampleGenerator {
  /** Characters of the pattern, ends of ranges, and characters after ranges: overlapping classes share one. */
  readonly characters: readonly string[];
  readonly #flags: string;
  readonly #membersByClass = new Map<string, readonly string[]>();
  readonly #textsByGroup = new Map<AST.CapturingGroup, string>();
  #random = 0;

  constructor(pattern: AST.Pattern, flags: string) {
    this.#flags = flags;
    const characters = new Set<string>();
    const add = (code: number): void => {
      if (characters.size < maxCharacters && code <= 0x10ffff) characters.add(String.fromCodePoint(code));
    };
    visitRegExpAST(pattern, {
      onCharacterEnter: ({ value }) => add(value),
      onCharacterClassRangeEnter: ({ max }) => add(max.value + 1),
    });
    this.characters = [...characters];
  }

  /** @param attempt seeds the choices: 0 always chooses the first alternative and the first character. */
  generate(element: AST.Element, attempt: number): string {
    this.#random = attempt;
    return this.#generate(element).slice(0, maxLength);
  }

  #generate(element: AST.Element): string {
    switch (element.type) {
      case "Character":
        return String.fromCodePoint(element.value);
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass":
        return this.#pick(this.#membersOf(element.raw)) ?? "";
      case "Group":
        return this.#generateAlternative(element.alternatives);
      case "CapturingGroup": {
        const text = this.#generateAlternative(element.alternatives);
        this.#textsByGroup.set(element, text);
        return text;
      }
      case "Quantifier":
        return this.#generateRounds(element);
      case "Backreference":
        return this.#textsByGroup.get([element.resolved].flat()[0] as AST.CapturingGroup) ?? "";
      case "Assertion":
        return "";
      default:
        return element satisfies never;
    }
  }

  #generateAlternative(alternatives: readonly AST.Alternative[]): string {
    const elements = this.#pick(alternatives)?.elements ?? [];
    let text = "";
    for (const element of elements) if (text.length < maxLength) text += this.#generate(element);
    return text;
  }

  #generateRounds({ element, min, max }: AST.Quantifier): string {
    const chosen = Math.max(min, Math.min(max, this.#choose(fewRounds + 1)));
    const rounds = Math.min(maxRounds, this.#random === 0 ? Math.max(min, Math.min(max, 1)) : chosen);
    let text = "";
    for (let round = 0; round < rounds && text.length < maxLength; round += 1) text += this.#generate(element);
    return text;
  }

  /** Returns the characters that a class contains, according to V8. */
  #membersOf(raw: string): readonly string[] {
    return getOrInsertComputed(this.#membersByClass, raw, () => {
      const regex = new RegExp(`^(?:${raw})$`, this.#flags.replaceAll(/[gy]/g, ""));
      return [...this.characters, ...commonCharacters].filter((character) => regex.test(character));
    });
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#choose(items.length)];
  }

  /** Returns a pseudo-random integer below `limit`, always 0 for attempt 0. */
  #choose(limit: number): number {
    if (this.#random === 0 || limit === 0) return 0;
    this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#random >>> 8) % limit;
  }
}
