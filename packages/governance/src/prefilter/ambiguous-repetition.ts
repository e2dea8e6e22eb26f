import type { AST } from "@eslint-community/regexpp";
import { isGroup } from "./parse-pattern.ts";

/** A repetition that can match the same text in exponentially many ways. */
export interface AmbiguousRepetition {
  /** Its source, truncated if it is long. */
  readonly source: string;
  readonly hint: string;
}

/** Repetitions with a lower maximum are accepted: they backtrack too little. */
const minRounds = 10;

/**
 * Finds a repetition that is certainly ambiguous: it contains only another repetition, the same alternative twice, or a
 * part that may be empty. Other ambiguous repetitions are only detected by running the pattern.
 */
export function findAmbiguousRepetition({ alternatives }: Pick<AST.Pattern, "alternatives">): AmbiguousRepetition | undefined {
  for (const element of alternatives.flatMap(({ elements }) => elements)) {
    const found = findInElement(element);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInElement(element: AST.Element): AmbiguousRepetition | undefined {
  if (element.type === "Quantifier") return checkRepetition(element) ?? findInElement(element.element);
  return "alternatives" in element ? findAmbiguousRepetition(element) : undefined;
}

function checkRepetition({ raw, element, min, max }: AST.Quantifier): AmbiguousRepetition | undefined {
  if (max < minRounds || !isGroup(element)) return undefined;
  const source = raw.length > 60 ? `${raw.slice(0, 57)}…` : raw;
  const { alternatives } = element;
  if (alternatives.some(isSingleRepetition)) {
    return { source, hint: "Remove one of the two repetitions: (a+)+ matches the same as a+." };
  }
  const sources = alternatives.map((alternative) => alternative.raw);
  if (new Set(sources).size < sources.length) return { source, hint: "Remove the duplicate alternative." };
  if (min >= minRounds && alternatives.some((alternative) => alternative.elements.every(isOptional))) {
    return { source, hint: "Repeat a part that is not empty, with a minimum of 0: (a?){50} matches the same as a{0,50}." };
  }
  return undefined;
}

/** Whether an alternative consists of one unbounded repetition, apart from optional parts. */
function isSingleRepetition({ elements }: AST.Alternative): boolean {
  const required = elements.filter((element) => !isOptional(element));
  const repeated = required.length === 0 ? elements : required;
  return required.length <= 1 && repeated.some(isUnbounded);
}

function isUnbounded(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.max === Number.POSITIVE_INFINITY && element.element.type !== "Assertion";
  return isGroup(element) && element.alternatives.some(isSingleRepetition);
}

/** Whether a part may be empty. Not for assertions and back references, which can separate the rounds: `(\w+\b)+`. */
function isOptional(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min === 0 || isOptional(element.element);
  return isGroup(element) && element.alternatives.some(({ elements }) => elements.every(isOptional));
}
