import type { AST } from "@eslint-community/regexpp";
import { isCharacterElement, mayMatchStrings, parsePattern } from "./parse-pattern.ts";
import { literalsOf } from "./required-literals.ts";

/**
 * Returns lower-case literals, at least one of which is in every line with a match. So the pattern need only run on the
 * lines with a literal.
 *
 * @returns undefined if a match can span lines or depends on the text around its line, or if the pattern requires no
 * literal.
 */
export function lineLiterals(source: string, flags = ""): readonly string[] | undefined {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined || !staysInLine(parsed.pattern.alternatives, flags)) return undefined;
  return literalsOf(parsed);
}

const lineEnds = "\n\r\u2028\u2029";

function staysInLine(alternatives: readonly AST.Alternative[], flags: string): boolean {
  return alternatives.every(({ elements }) => elements.every((element) => isWithinLine(element, flags)));
}

function isWithinLine(element: AST.Element, flags: string): boolean {
  if (element.type === "Character") return !lineEnds.includes(String.fromCodePoint(element.value));
  // V8 decides, except for sets of strings.
  if (isCharacterElement(element)) return !mayMatchStrings(element.raw) && !new RegExp(element.raw, flags).test(lineEnds);
  switch (element.type) {
    case "Group":
      return element.modifiers === null && staysInLine(element.alternatives, flags);
    case "CapturingGroup":
      return staysInLine(element.alternatives, flags);
    case "Quantifier":
      return isWithinLine(element.element, flags);
    case "Assertion":
      // Without `m`, they match at the ends of the text only.
      return element.kind === "word" || ((element.kind === "start" || element.kind === "end") && flags.includes("m"));
    case "Backreference":
      // A back reference repeats text of the same line.
      return true;
    default:
      return element satisfies never;
  }
}
