import type { AST } from "@eslint-community/regexpp";
import { mayMatchStrings, parsePattern } from "./parse-pattern.ts";
import { literalsOf } from "./required-literals.ts";

/**
 * Returns lower-case literals of which every line with a match contains at least one. So the pattern can be run line by
 * line, on the lines with a literal only.
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
  switch (element.type) {
    case "Character":
      return !lineEnds.includes(String.fromCodePoint(element.value));
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      // V8 decides, except for sets of strings.
      return !mayMatchStrings(element.raw) && !new RegExp(element.raw, flags).test(lineEnds);
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
      // It repeats text of the same line.
      return true;
    default:
      return element satisfies never;
  }
}
