import type { Expression } from "../model/policy.ts";

/**
 * Translates syntax of other languages that JavaScript does not accept: leading inline flags (`(?i)`), and Python's
 * named groups.
 */
export function translatePattern(pattern: string, flags = ""): Expression {
  const [prefix = "", inline = ""] = /^\(\?([imsu]+)\)/.exec(pattern) ?? [];
  const source = pattern
    .slice(prefix.length)
    .replace(/(?<!\\)((?:\\\\)*)\(\?P<(\w+)>/g, "$1(?<$2>")
    .replace(/(?<!\\)((?:\\\\)*)\(\?P=(\w+)\)/g, "$1\\k<$2>");
  return { source, flags: [...new Set(flags + inline)].toSorted().join("") };
}

/** Joins alternative patterns into one expression. Inline flags of one alternative apply to all. */
export function joinPatterns(patterns: string | readonly string[], flags = ""): Expression {
  if (typeof patterns === "string") return translatePattern(patterns, flags);
  const all = patterns.map((pattern) => translatePattern(pattern, flags));
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  return {
    source: all.map(({ source }) => `(?:${source})`).join("|"),
    flags: [...new Set(all.flatMap((one) => [...one.flags]))].toSorted().join(""),
  };
}

/**
 * Syntax of other languages that JavaScript, without the flag `u`, reads as plain letters, so that the pattern never
 * matches.
 */
const foreignSyntax: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\\)(?:\\\\)*\\A/,
    "In JavaScript `\\A` is the letter A. Use `(?<![\\s\\S])` for the start of the text, `^` for the start of a line.",
  ],
  [
    /(?<!\\)(?:\\\\)*\\[zZ]/,
    "In JavaScript `\\Z` is the letter Z. Use `(?![\\s\\S])` for the end of the text, `$` for the end of a line.",
  ],
  [/(?<!\\)(?:\\\\)*\\Q/, "JavaScript has no `\\Q…\\E`. Escape each special character with `\\`."],
  [/\[\[:\w+:\]/, "JavaScript has no class `[:alpha:]`. Use `[A-Za-z]`, or `\\p{L}` with the flag `u`."],
  [/(?<!\\)(?:\\\\)*\\p\{/, "`\\p{…}` needs the flag `u`."],
  [
    /(?:^|[\s(|*+\]:])\\b-/,
    "`\\b-` does not match after a space: there is no word boundary between a space and `-`. Use `(?:^|\\s)-`.",
  ],
];

/** Finds syntax of other languages in a pattern. Returns a hint for each, with what to write instead. */
export function findForeignSyntax({ source, flags }: Expression): readonly string[] {
  return foreignSyntax
    .filter(([syntax]) => syntax.test(source) && !(flags.includes("u") && syntax.source.includes("p\\{")))
    .map(([, hint]) => hint);
}
