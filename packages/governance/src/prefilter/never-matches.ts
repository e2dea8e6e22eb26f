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
  if (element.type === "CharacterClass") return !element.negate && element.elements.length === 0;
  if (element.type === "Quantifier") return element.min > 0 && isImpossibleElement(element.element);
  if (!("alternatives" in element)) return false;
  return element.type === "Assertion" && element.negate
    ? element.alternatives.some(({ elements }) => elements.length === 0)
    : element.alternatives.every(isImpossible);
}

/** Whether two adjacent elements exclude each other: `a^`, `$a` or `$^`. */
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
