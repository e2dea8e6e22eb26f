import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** A pattern as a tree, and the flags that change what its parts mean. */
export interface ParsedPattern {
  readonly pattern: AST.Pattern;
  /** `u` or `v`. */
  readonly isUnicode: boolean;
  /** `i`, for all of the pattern or, by a modifier, for a part of it. */
  readonly ignoresCase: boolean;
}

/** What goes deeper is not read: whoever walks through the tree calls itself for each level. */
const maxDepth = 250;

/** Reads the source of a regular expression. Undefined where it isn't one, is nested too deeply, or uses syntax that is too new. */
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

/** Too large rather than too small: a bracket in a class counts like any other. */
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

/** Whether a class, as it is written, may match strings of several characters: with `v` it can. */
export function holdsStrings(raw: string): boolean {
  return /\\q|\\p\{(?:RGI_|Basic_Emoji|Emoji_Keycap)/.test(raw);
}
