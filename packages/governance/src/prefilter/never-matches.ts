import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "./parse-pattern.ts";

/**
 * Whether a pattern provably cannot match: it requires an empty class, contradicts itself with `(?!)`, or requires
 * characters before `^` or after `$` on the same line. `m` counts as set. False if that is not certain.
 */
export function neverMatches(source: string, flags = ""): boolean {
  const parsed = parsePattern(source, flags);
  return parsed !== undefined && parsed.pattern.alternatives.every(isImpossible);
}

function isImpossible({ elements }: AST.Alternative): boolean {
  return elements.some(isImpossibleElement) || elements.some((element, at) => contradicts(element, elements[at + 1]));
}

function isImpossibleElement(element: AST.Element): boolean {
  switch (element.type) {
    case "CharacterClass":
      return !element.negate && element.elements.length === 0;
    case "Group":
    case "CapturingGroup":
      return element.alternatives.every(isImpossible);
    case "Quantifier":
      return element.min > 0 && isImpossibleElement(element.element);
    case "Assertion":
      if (element.kind !== "lookahead" && element.kind !== "lookbehind") return false;
      return element.negate
        ? element.alternatives.some(({ elements }) => elements.length === 0)
        : element.alternatives.every(isImpossible);
    case "Backreference":
    case "Character":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return false;
  }
}

/** Whether two elements in a row exclude each other: `a^`, `$a` or `$^`. */
function contradicts(left: AST.Element, right: AST.Element | undefined): boolean {
  if (right === undefined) return false;
  if (isEdge(left, "end")) return isEdge(right, "start") || isCharacterOfLine(right);
  return isEdge(right, "start") && isCharacterOfLine(left);
}

function isEdge(element: AST.Element, kind: "start" | "end"): boolean {
  return element.type === "Assertion" && element.kind === kind;
}

function isCharacterOfLine(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min > 0 && isCharacterOfLine(element.element);
  return element.type === "Character" && !/[\n\r\u2028\u2029]/.test(String.fromCodePoint(element.value));
}
