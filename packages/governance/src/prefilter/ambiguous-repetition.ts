import type { AST } from "@eslint-community/regexpp";

/** A repetition that can match the same text in exponentially many ways. */
export interface AmbiguousRepetition {
  /** Its source, truncated if it is long. */
  readonly source: string;
  readonly hint: string;
}

/** Repetitions with a lower maximum are accepted: they backtrack too little. */
const minRounds = 10;

/**
 * Finds a repetition that is certainly ambiguous: one that contains only another repetition, the same alternative
 * twice, or a part that may be empty. Other ambiguous repetitions only show when the pattern runs.
 */
export function findAmbiguousRepetition(pattern: AST.Pattern): AmbiguousRepetition | undefined {
  return findInAlternatives(pattern.alternatives);
}

function findInAlternatives(alternatives: readonly AST.Alternative[]): AmbiguousRepetition | undefined {
  for (const { elements } of alternatives) {
    for (const element of elements) {
      const found = findInElement(element);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function findInElement(element: AST.Element): AmbiguousRepetition | undefined {
  if (element.type === "Quantifier") return checkRepetition(element) ?? findInElement(element.element);
  return "alternatives" in element ? findInAlternatives(element.alternatives) : undefined;
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

/**
 * Whether a part may be empty. Assertions and back references do not count: they can separate the rounds, as `\b` does
 * in `(\w+\b)+`.
 */
function isOptional(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min === 0 || isOptional(element.element);
  return isGroup(element) && element.alternatives.some(({ elements }) => elements.every(isOptional));
}

function isGroup(element: AST.Element): element is AST.Group | AST.CapturingGroup {
  return element.type === "Group" || element.type === "CapturingGroup";
}
