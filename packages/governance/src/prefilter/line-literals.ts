import type { AST } from "@eslint-community/regexpp";
import { holdsStrings, parsePattern } from "./parse-pattern.ts";
import { literalsOf } from "./required-literals.ts";

/**
 * The literals of which at least one is in every line that a match lies in, in lower case. Lines without them need not be searched, and each line can
 * be searched by itself.
 *
 * @returns undefined where a match may reach beyond its line, or depends on what is before or after it, and where no literal is needed.
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
      // V8 knows best; but strings of several characters it would have to be asked for one by one.
      return !holdsStrings(element.raw) && !new RegExp(element.raw, flags).test(lineEnds);
    case "Group":
      return element.modifiers === null && staysInLine(element.alternatives, flags);
    case "CapturingGroup":
      return staysInLine(element.alternatives, flags);
    case "Quantifier":
      return isWithinLine(element.element, flags);
    case "Assertion":
      // Without `m` the ends are those of the text.
      return element.kind === "word" || ((element.kind === "start" || element.kind === "end") && flags.includes("m"));
    case "Backreference":
      // What it repeats was in the line.
      return true;
  }
}
