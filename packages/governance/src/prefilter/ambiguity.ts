import type { AST } from "@eslint-community/regexpp";

/** A repetition that can divide the same text among its rounds in very many ways. */
export interface Ambiguity {
  /** The repetition, as it is written. */
  readonly part: string;
  readonly advice: string;
}

/** A repetition of fewer rounds can't do much harm. */
const manyRounds = 10;

/**
 * Finds a repetition that is certain to be ambiguous: of nothing but another repetition, of the same alternative twice, or of something that
 * may be empty.
 *
 * Others are ambiguous in ways that only running them shows.
 */
export function findAmbiguity(pattern: AST.Pattern): Ambiguity | undefined {
  return findIn(pattern.alternatives);
}

function findIn(alternatives: readonly AST.Alternative[]): Ambiguity | undefined {
  for (const { elements } of alternatives) {
    for (const element of elements) {
      const found = findInElement(element);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function findInElement(element: AST.Element): Ambiguity | undefined {
  if (element.type === "Quantifier") return adviseOn(element) ?? findInElement(element.element);
  return "alternatives" in element ? findIn(element.alternatives) : undefined;
}

function adviseOn({ raw, element, min, max }: AST.Quantifier): Ambiguity | undefined {
  if (max < manyRounds || !isGroup(element)) return undefined;
  const part = raw.length > 60 ? `${raw.slice(0, 57)}…` : raw;
  const { alternatives } = element;
  if (alternatives.some(isOneRepetition))
    return { part, advice: "One of the two repetitions is enough: (a+)+ finds what a+ finds." };
  const written = alternatives.map((alternative) => alternative.raw);
  if (new Set(written).size < written.length) return { part, advice: "Remove the alternative that is there twice." };
  if (min >= manyRounds && alternatives.some((alternative) => alternative.elements.every(canBeLeftOut))) {
    return { part, advice: "Repeat what isn't empty, from no times on: (a?){50} finds what a{0,50} finds." };
  }
  return undefined;
}

/** Whether all that an alternative needs is one part that repeats itself without end. */
function isOneRepetition({ elements }: AST.Alternative): boolean {
  const needed = elements.filter((element) => !canBeLeftOut(element));
  const repeated = needed.length === 0 ? elements : needed;
  return needed.length <= 1 && repeated.some(isEndless);
}

function isEndless(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.max === Number.POSITIVE_INFINITY && element.element.type !== "Assertion";
  return isGroup(element) && element.alternatives.some(isOneRepetition);
}

/** Not of assertions and back references: they take no room, but where they hold they may tell the rounds apart, as `\b` does in `(\w+\b)+`. */
function canBeLeftOut(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min === 0 || canBeLeftOut(element.element);
  return isGroup(element) && element.alternatives.some(({ elements }) => elements.every(canBeLeftOut));
}

function isGroup(element: AST.Element): element is AST.Group | AST.CapturingGroup {
  return element.type === "Group" || element.type === "CapturingGroup";
}
