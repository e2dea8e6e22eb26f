import type { AST } from "@eslint-community/regexpp";
import { CharacterRanges, formatRanges, hasRange, type Range } from "./code-ranges.ts";
import { parsePattern } from "./parse-pattern.ts";

/** A pattern in the syntax of RE2, and what has to be done to a text before RE2 sees in it what V8 would. */
export interface LinearPattern {
  readonly syntax: string;
  /** The names of its groups, by their numbers. RE2 knows them by number only. */
  readonly names: ReadonlyMap<number, string>;
  /**
   * The text as RE2 has to see it; positions stay the same. Undefined where there is no such text: the pattern looks for ends of lines and
   * tells apart two kinds that the text has.
   */
  prepare(text: string): string | undefined;
}

/**
 * Translates a pattern for an engine that takes time in proportion to the text and never goes back.
 *
 * It finds what the pattern finds: every class is written out as V8 understands it, since RE2's own `\s`, `.` and flags differ.
 *
 * @returns undefined where RE2 lacks what the pattern uses, or would read it otherwise: look-around, back references, modifiers, sets of strings, and
 *   some ways of repeating parts that may be empty.
 */
export function toLinearPattern(source: string, flags = ""): LinearPattern | undefined {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined) return undefined;
  const translator = new Translator(flags);
  try {
    const syntax = translator.translateOneOf(parsed.pattern.alternatives, { isRepeated: false, isOptional: false });
    const { names } = translator;
    return { syntax, names, prepare: (text) => prepareText(text, parsed.isUnicode, translator) };
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

/** To V8, without `u`, the halves of a surrogate pair are characters of their own. No pattern that got here tells them from this one. */
const placeholder = "\uE000";
/** What ends a line. To RE2 it is the first alone. */
const lineEnds = [0x0a, 0x0d, 0x2028, 0x2029];

function prepareText(text: string, isUnicode: boolean, { seesLines, tellsLineEndsApart }: Translator): string | undefined {
  const visible = isUnicode ? text : text.replaceAll(/[\uD800-\uDFFF]/g, placeholder);
  if (!seesLines || !/[\r\u2028\u2029]/.test(visible)) return visible;
  return tellsLineEndsApart ? undefined : visible.replaceAll(/[\r\u2028\u2029]/g, "\n");
}

class Untranslatable extends Error {
  override readonly name = "Untranslatable";
}

/** RE2 refuses to repeat more often. */
const maxRepetition = 1000;

interface Position {
  /** Inside something that may match more than once. */
  readonly isRepeated: boolean;
  /** And, in there, inside something that may be left out in one of the rounds. */
  readonly isOptional: boolean;
}

class Translator {
  readonly names = new Map<number, string>();
  seesLines = false;
  tellsLineEndsApart = false;
  readonly #flags: string;
  readonly #characters: CharacterRanges;
  #groups = 0;

  constructor(flags: string) {
    this.#flags = flags;
    this.#characters = new CharacterRanges(flags);
  }

  translateOneOf(alternatives: readonly AST.Alternative[], position: Position): string {
    const inside = alternatives.length > 1 ? { ...position, isOptional: position.isRepeated } : position;
    return alternatives.map(({ elements }) => elements.map((element) => this.#translate(element, inside)).join("")).join("|");
  }

  #translate(element: AST.Element, position: Position): string {
    switch (element.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass":
        return formatRanges(this.#rangesOf(element));
      case "Group":
        if (element.modifiers !== null) throw new Untranslatable();
        return `(?:${this.translateOneOf(element.alternatives, position)})`;
      case "CapturingGroup":
        // V8 forgets in every round what a group held; RE2 does not.
        if (position.isOptional) throw new Untranslatable();
        this.#groups += 1;
        if (element.name !== null) this.names.set(this.#groups, element.name);
        return `(${this.translateOneOf(element.alternatives, position)})`;
      case "Quantifier":
        return this.#translateRepeated(element, position);
      case "Assertion":
        return this.#translateAssertion(element);
      case "Backreference":
        throw new Untranslatable();
    }
  }

  #translateRepeated({ element, min, max, greedy }: AST.Quantifier, position: Position): string {
    const isLimited = Number.isFinite(max);
    if (min > maxRepetition || (isLimited && max > maxRepetition)) throw new Untranslatable();
    // V8 gives up a round that matches nothing and tries another way; RE2 is content with it.
    if (max > min && mayBeEmpty(element)) throw new Untranslatable();
    const isOptional = position.isOptional || (position.isRepeated && min === 0);
    const inner = this.#translate(element, { isRepeated: position.isRepeated || max > 1, isOptional });
    const times = min === max ? `{${min}}` : `{${min},${isLimited ? max : ""}}`;
    return `(?:${inner})${times}${greedy ? "" : "?"}`;
  }

  #translateAssertion(assertion: AST.Assertion): string {
    const foldsIntoAscii = this.#flags.includes("i") && /[uv]/.test(this.#flags);
    if (assertion.kind === "word" && !foldsIntoAscii) return assertion.negate ? String.raw`\B` : String.raw`\b`;
    if (assertion.kind !== "start" && assertion.kind !== "end") throw new Untranslatable();
    const isStart = assertion.kind === "start";
    if (!this.#flags.includes("m")) return isStart ? String.raw`\A` : String.raw`\z`;
    this.seesLines = true;
    return isStart ? "(?m:^)" : "(?m:$)";
  }

  #rangesOf(element: AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass): readonly Range[] {
    const isItself = element.type === "Character" && !this.#flags.includes("i");
    const ranges: readonly Range[] | undefined = isItself ? [[element.value, element.value]] : this.#characters.of(element.raw);
    if (ranges === undefined) throw new Untranslatable();
    const hasPlaceholder = hasRange(ranges, placeholder.charCodeAt(0));
    if (hasPlaceholder ? !hasRange(ranges, 0xd800, 0xdfff) : ranges.some(([first, last]) => first <= 0xdfff && last >= 0xd800)) {
      throw new Untranslatable();
    }
    const known = lineEnds.filter((end) => hasRange(ranges, end)).length;
    if (known > 0 && known < lineEnds.length) this.tellsLineEndsApart = true;
    return ranges;
  }
}

function mayBeEmpty(element: AST.Element): boolean {
  switch (element.type) {
    case "Quantifier":
      return element.min === 0 || mayBeEmpty(element.element);
    case "Group":
    case "CapturingGroup":
      return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
    case "Assertion":
    case "Backreference":
      return true;
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return false;
  }
}
