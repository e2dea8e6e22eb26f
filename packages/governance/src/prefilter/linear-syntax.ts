import type { AST } from "@eslint-community/regexpp";
import { createRangeFinder, formatRanges, hasRange, type CodePointRange, type RangeFinder } from "./character-ranges.ts";
import { isCharacterElement, isGroup, parsePattern, type CharacterElement } from "./parse-pattern.ts";

/** A pattern in the syntax of RE2, and how to prepare a text so that RE2 finds the same matches as V8. */
export interface LinearPattern {
  readonly syntax: string;
  /** The group names by number. In `syntax` the groups are unnamed. */
  readonly names: ReadonlyMap<number, string>;
  /**
   * Replaces characters that RE2 reads differently from V8. Offsets do not change. Returns undefined if that is
   * impossible: the pattern uses `^` or `$` and distinguishes two kinds of line endings, and the text has several
   * kinds.
   */
  prepare(text: string): string | undefined;
}

/**
 * Translates a pattern for RE2, a linear-time engine without backtracking. It finds the same matches as V8: each class
 * is expanded to the characters that V8 matches, because `\s`, `.` and the flags of RE2 differ.
 *
 * @returns undefined if RE2 does not support the pattern or reads it differently: lookaround, back references,
 *   modifiers, sets of strings, and some repetitions of parts that may be empty.
 */
export function toLinearPattern(source: string, flags = ""): LinearPattern | undefined {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined) return undefined;
  const translator = new Translator(flags);
  try {
    const syntax = translator.translateAlternatives(parsed.pattern.alternatives, { isRepeated: false, isOptional: false });
    const { names } = translator;
    return { syntax, names, prepare: (text) => prepareText(text, parsed.isUnicode, translator) };
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

/** Replaces surrogates, which V8 reads as single characters without `u`. Translated patterns treat both alike. */
const placeholder = "\uE000";
/** The line endings of V8. RE2 knows only the first one. */
const lineEnds = [0x0a, 0x0d, 0x2028, 0x2029];

function prepareText(
  text: string,
  isUnicode: boolean,
  { usesLineAnchors, distinguishesLineEnds }: Translator,
): string | undefined {
  const visible = isUnicode ? text : text.replaceAll(/[\uD800-\uDFFF]/g, placeholder);
  if (!usesLineAnchors || !/[\r\u2028\u2029]/.test(visible)) return visible;
  return distinguishesLineEnds ? undefined : visible.replaceAll(/[\r\u2028\u2029]/g, "\n");
}

class Untranslatable extends Error {
  override readonly name = "Untranslatable";
}

const maxRepetition = 1000;

interface Position {
  /** Inside a repetition. */
  readonly isRepeated: boolean;
  /** Inside a part of a repetition that a round can skip. */
  readonly isOptional: boolean;
}

class Translator {
  readonly names = new Map<number, string>();
  usesLineAnchors = false;
  distinguishesLineEnds = false;
  readonly #flags: string;
  readonly #findRanges: RangeFinder;
  #groups = 0;

  constructor(flags: string) {
    this.#flags = flags;
    this.#findRanges = createRangeFinder(flags);
  }

  translateAlternatives(alternatives: readonly AST.Alternative[], position: Position): string {
    const inside = alternatives.length > 1 ? { ...position, isOptional: position.isRepeated } : position;
    return alternatives.map(({ elements }) => elements.map((element) => this.#translate(element, inside)).join("")).join("|");
  }

  #translate(element: AST.Element, position: Position): string {
    if (isCharacterElement(element)) return formatRanges(this.#rangesOf(element));
    switch (element.type) {
      case "Group":
        if (element.modifiers !== null) throw new Untranslatable();
        return `(?:${this.translateAlternatives(element.alternatives, position)})`;
      case "CapturingGroup":
        // V8 resets the group in each round; RE2 does not.
        if (position.isOptional) throw new Untranslatable();
        this.#groups += 1;
        if (element.name !== null) this.names.set(this.#groups, element.name);
        return `(${this.translateAlternatives(element.alternatives, position)})`;
      case "Quantifier":
        return this.#translateRepeated(element, position);
      case "Assertion":
        return this.#translateAssertion(element);
      case "Backreference":
        throw new Untranslatable();
      default:
        return element satisfies never;
    }
  }

  #translateRepeated({ element, min, max, greedy }: AST.Quantifier, position: Position): string {
    const isLimited = Number.isFinite(max);
    if (min > maxRepetition || (isLimited && max > maxRepetition)) throw new Untranslatable();
    // V8 rejects an empty round and backtracks; RE2 accepts it.
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
    this.usesLineAnchors = true;
    return isStart ? "(?m:^)" : "(?m:$)";
  }

  #rangesOf(element: CharacterElement): readonly CodePointRange[] {
    const isItself = element.type === "Character" && !this.#flags.includes("i");
    const ranges: readonly CodePointRange[] | undefined = isItself
      ? [[element.value, element.value]]
      : this.#findRanges(element.raw);
    if (ranges === undefined) throw new Untranslatable();
    const hasPlaceholder = hasRange(ranges, placeholder.charCodeAt(0));
    if (hasPlaceholder ? !hasRange(ranges, 0xd800, 0xdfff) : ranges.some(([first, last]) => first <= 0xdfff && last >= 0xd800)) {
      throw new Untranslatable();
    }
    const known = lineEnds.filter((end) => hasRange(ranges, end)).length;
    if (known > 0 && known < lineEnds.length) this.distinguishesLineEnds = true;
    return ranges;
  }
}

function mayBeEmpty(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min === 0 || mayBeEmpty(element.element);
  if (isGroup(element)) return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
  return element.type === "Assertion" || element.type === "Backreference";
}
