import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** The syntax tree of a pattern, and the flags that change its meaning. */
export interface ParsedPattern {
  readonly pattern: AST.Pattern;
  /** `u` or `v`. */
  readonly isUnicode: boolean;
  /** `i`, for the whole pattern or in a modifier. */
  readonly ignoresCase: boolean;
}

/** The maximum nesting depth. The visitors of the tree are recursive. */
const maxDepth = 250;

/** Parses a regular expression. Undefined if it is invalid, nested too deeply, or uses unsupported new syntax. */
export function parsePattern(source: string, flags = ""): ParsedPattern | undefined {
  if (depthOf(source) > maxDepth) return undefined;
  const unicode = flags.includes("u");
  const unicodeSets = flags.includes("v");
  try {
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets });
    return { pattern, isUnicode: unicode || unicodeSets, ignoresCase: flags.includes("i") || /\(\?[ms]*i/.test(source) };
  } catch {
    return undefined;
  }
}

/** Returns an upper bound of the nesting depth: brackets inside a class count as well. */
function depthOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of source.matchAll(/\\.|[()[\]]/gs)) {
    if (bracket === "(" || bracket === "[") depth += 1;
    else if (bracket === ")" || bracket === "]") depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Whether a class may match strings of several characters, as classes can with the flag `v`. */
export function mayMatchStrings(raw: string): boolean {
  return /\\q|\\p\{(?:RGI_|Basic_Emoji|Emoji_Keycap)/.test(raw);
}

/** An element that matches one character, or with the flag `v` perhaps a string. */
export type CharacterElement = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass;

export function isCharacterElement(element: AST.Element): element is CharacterElement {
  const { type } = element;
  return type === "Character" || type === "CharacterClass" || type === "CharacterSet" || type === "ExpressionCharacterClass";
}

export function isGroup(element: AST.Element): element is AST.Group | AST.CapturingGroup {
  return element.type === "Group" || element.type === "CapturingGroup";
}
