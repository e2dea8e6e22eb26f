import type { AST } from "@eslint-community/regexpp";
import { LiteralRun } from "./literal-run.ts";
import { parsePattern, type ParsedPattern } from "./parse-pattern.ts";

/** Copies of a repeated part that are looked at. Longer literals make nothing rarer. */
const maxCopies = 8;
/** Parts that are looked at in one pattern: repetitions in repetitions would multiply. */
const maxSteps = 4096;
/** Classes with more members than this say too little. */
const maxMembers = 8;

/**
 * The literals of which at least one occurs in every text that a pattern matches anywhere, in lower case.
 *
 * A text without them need not be shown to the pattern. Look for them without regard to the case of A to Z; they hold ASCII only. Only what is
 * certain is claimed: a character that other characters fold to, a class, a back reference or syntax that isn't known ends a literal.
 *
 * @returns undefined where there are none, and for a pattern that can't be read: it has to run on every text.
 */
export function requiredLiterals(source: string, flags = ""): readonly string[] | undefined {
  const parsed = parsePattern(source, flags);
  return parsed === undefined ? undefined : literalsOf(parsed);
}

/** The same as {@link requiredLiterals}, of a pattern that is read already. */
export function literalsOf({ pattern, isUnicode, ignoresCase }: ParsedPattern): readonly string[] | undefined {
  const run = new LiteralRun();
  new Reader(isUnicode && ignoresCase).readAlternatives(pattern.alternatives, run);
  return run.finish().required;
}

class Reader {
  /** With `u` or `v`, `i` takes ſ (U+017F) for an s and K (U+212A) for a k; without them nothing folds to ASCII. */
  readonly #foldsIntoAscii: boolean;
  #steps = 0;

  constructor(foldsIntoAscii: boolean) {
    this.#foldsIntoAscii = foldsIntoAscii;
  }

  readAlternatives(alternatives: readonly AST.Alternative[], run: LiteralRun): void {
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) return this.#readAlternative(only, run);
    run.addOneOf(
      alternatives.map((alternative) => {
        const own = new LiteralRun();
        this.#readAlternative(alternative, own);
        return own.finish();
      }),
    );
  }

  #readAlternative({ elements }: AST.Alternative, run: LiteralRun): void {
    for (const element of elements) this.#read(element, run);
  }

  #read(element: AST.Element, run: LiteralRun): void {
    this.#steps += 1;
    if (this.#steps > maxSteps) return run.addUnknown();
    switch (element.type) {
      case "Character":
        return this.#addCharacters([element.value], run);
      case "CharacterClass":
        return this.#addCharacters(membersOf(element), run);
      case "Group":
      case "CapturingGroup":
        return this.readAlternatives(element.alternatives, run);
      case "Quantifier":
        return this.#readRepeated(element, run);
      case "Assertion":
        return this.#readAssertion(element, run);
      case "CharacterSet":
      case "ExpressionCharacterClass":
      case "Backreference":
        return run.addUnknown();
    }
  }

  #readRepeated({ element, min, max }: AST.Quantifier, run: LiteralRun): void {
    if (max === 0) return;
    if (min === 0) {
      const own = new LiteralRun();
      this.#read(element, own);
      const { exact } = own.finish();
      if (max === 1 && exact !== undefined) run.addExact(new Set([...exact, ""]));
      else run.addUnknown();
      return;
    }
    const copies = Math.min(min, maxCopies);
    for (let copy = 0; copy < copies; copy += 1) this.#read(element, run);
    if (max > copies) run.addUnknown();
  }

  /** What is asserted to be ahead or behind is in the text as well, though not in the match. */
  #readAssertion(assertion: AST.Assertion, run: LiteralRun): void {
    if ((assertion.kind !== "lookahead" && assertion.kind !== "lookbehind") || assertion.negate) return;
    const own = new LiteralRun();
    this.readAlternatives(assertion.alternatives, own);
    run.consider(own.finish().required);
  }

  #addCharacters(codes: readonly number[] | undefined, run: LiteralRun): void {
    const folded = new Set((codes ?? []).map((code) => String.fromCodePoint(code).toLowerCase()));
    const isCertain = codes?.every((code) => code < 128) === true;
    const isFoldedTo = this.#foldsIntoAscii && (folded.has("k") || folded.has("s"));
    if (isCertain && !isFoldedTo && folded.size > 0 && folded.size <= maxMembers) run.addExact(folded);
    else run.addUnknown();
  }
}

/** Undefined for a class of which more would have to be known than its characters. */
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
