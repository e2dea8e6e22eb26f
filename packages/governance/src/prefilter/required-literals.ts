import type { AST } from "@eslint-community/regexpp";
import { LiteralSequence } from "./literal-sequence.ts";
import { parsePattern, type ParsedPattern } from "./parse-pattern.ts";

/** The maximum number of copies of a repeated part. Longer literals are hardly rarer. */
const maxCopies = 8;
/** The maximum number of parts that are visited, since nested repetitions multiply. */
const maxSteps = 4096;
/** Larger classes do not contribute to literals. */
const maxMembers = 8;

/**
 * Returns literals of which every text with a match contains at least one. A text without them cannot match.
 *
 * The literals are lower-case ASCII: search for them ignoring the case of A to Z. They are exact: a character with
 * other case foldings, a large class, a back reference or unsupported syntax ends a literal.
 *
 * @returns undefined if the pattern requires no literal or cannot be parsed: run it on every text.
 *
 * @example
 * ```ts
 * import { requiredLiterals } from "@precept/governance";
 *
 * const literals = requiredLiterals("\\b(?:api|secret)_key\\s*="); // ["api_key", "secret_key"]
 * ```
 */
export function requiredLiterals(source: string, flags = ""): readonly string[] | undefined {
  const parsed = parsePattern(source, flags);
  return parsed === undefined ? undefined : literalsOf(parsed);
}

/** Like {@link requiredLiterals}, for a parsed pattern. */
export function literalsOf({ pattern, isUnicode, ignoresCase }: ParsedPattern): readonly string[] | undefined {
  const sequence = new LiteralSequence();
  new PatternReader(isUnicode && ignoresCase).readAlternatives(pattern.alternatives, sequence);
  return sequence.finish().required;
}

class PatternReader {
  /** With `u` or `v`, the flag `i` folds ſ (U+017F) to s and K (U+212A) to k. Without them nothing folds to ASCII. */
  readonly #foldsIntoAscii: boolean;
  #steps = 0;

  constructor(foldsIntoAscii: boolean) {
    this.#foldsIntoAscii = foldsIntoAscii;
  }

  readAlternatives(alternatives: readonly AST.Alternative[], sequence: LiteralSequence): void {
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) return this.#readAlternative(only, sequence);
    sequence.addAlternatives(
      alternatives.map((alternative) => {
        const own = new LiteralSequence();
        this.#readAlternative(alternative, own);
        return own.finish();
      }),
    );
  }

  #readAlternative({ elements }: AST.Alternative, sequence: LiteralSequence): void {
    for (const element of elements) this.#read(element, sequence);
  }

  #read(element: AST.Element, sequence: LiteralSequence): void {
    this.#steps += 1;
    if (this.#steps > maxSteps) return sequence.addUnknown();
    switch (element.type) {
      case "Character":
        return this.#addCharacters([element.value], sequence);
      case "CharacterClass":
        return this.#addCharacters(membersOf(element), sequence);
      case "Group":
      case "CapturingGroup":
        return this.readAlternatives(element.alternatives, sequence);
      case "Quantifier":
        return this.#readRepeated(element, sequence);
      case "Assertion":
        return this.#readAssertion(element, sequence);
      case "CharacterSet":
      case "ExpressionCharacterClass":
      case "Backreference":
        return sequence.addUnknown();
      default:
        element satisfies never;
    }
  }

  #readRepeated({ element, min, max }: AST.Quantifier, sequence: LiteralSequence): void {
    if (max === 0) return;
    if (min === 0) {
      const own = new LiteralSequence();
      this.#read(element, own);
      const { exact } = own.finish();
      if (max === 1 && exact !== undefined) sequence.addExact(new Set([...exact, ""]));
      else sequence.addUnknown();
      return;
    }
    const copies = Math.min(min, maxCopies);
    for (let copy = 0; copy < copies; copy += 1) this.#read(element, sequence);
    if (max > copies) sequence.addUnknown();
  }

  /** The text of a positive lookaround is in the text, though not in the match. */
  #readAssertion(assertion: AST.Assertion, sequence: LiteralSequence): void {
    if ((assertion.kind !== "lookahead" && assertion.kind !== "lookbehind") || assertion.negate) return;
    const own = new LiteralSequence();
    this.readAlternatives(assertion.alternatives, own);
    sequence.consider(own.finish().required);
  }

  #addCharacters(codes: readonly number[] | undefined, sequence: LiteralSequence): void {
    const folded = new Set((codes ?? []).map((code) => String.fromCodePoint(code).toLowerCase()));
    const isCertain = codes?.every((code) => code < 128) === true;
    const isFoldedTo = this.#foldsIntoAscii && (folded.has("k") || folded.has("s"));
    if (isCertain && !isFoldedTo && folded.size > 0 && folded.size <= maxMembers) sequence.addExact(folded);
    else sequence.addUnknown();
  }
}

/** Returns the characters of a class. Undefined if it is negated, large, or contains escapes or nested classes. */
function membersOf({ negate, elements }: AST.CharacterClass): readonly number[] | undefined {
  if (negate) return undefined;
  const codes: number[] = [];
  for (const element of elements) {
    if (element.type === "Character") codes.push(element.value);
    else if (element.type !== "CharacterClassRange" || element.max.value - element.min.value > 2 * maxMembers) return undefined;
    else for (let code = element.min.value; code <= element.max.value; code += 1) codes.push(code);
  }
  return codes;
}
