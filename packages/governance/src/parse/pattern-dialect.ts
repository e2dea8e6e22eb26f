import type { Expression } from "../model/policy.ts";

/** Rewrites what other languages write differently and JavaScript would refuse: flags in front (`(?i)`), and Python's named groups. */
export function translatePattern(pattern: string, flags = ""): Expression {
  const [front = "", inline = ""] = /^\(\?([imsu]+)\)/.exec(pattern) ?? [];
  const source = pattern
    .slice(front.length)
    .replace(/(?<!\\)((?:\\\\)*)\(\?P<(\w+)>/g, "$1(?<$2>")
    .replace(/(?<!\\)((?:\\\\)*)\(\?P=(\w+)\)/g, "$1\\k<$2>");
  return { source, flags: [...new Set(flags + inline)].toSorted().join("") };
}

/** One expression for what any of some patterns matches. Flags of one hold for all. */
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

/** What other languages know and JavaScript, without the flag `u`, takes for plain letters: the pattern would never match. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\\)(?:\\\\)*\\A/,
    "`\\A` is the letter A in JavaScript; the beginning of the text is `(?<![\\s\\S])`, that of a line `^`.",
  ],
  [/(?<!\\)(?:\\\\)*\\[zZ]/, "`\\Z` is the letter Z in JavaScript; the end of the text is `(?![\\s\\S])`, that of a line `$`."],
  [/(?<!\\)(?:\\\\)*\\Q/, "`\\Q…\\E` quotes nothing in JavaScript; put a `\\` before each sign."],
  [/\[\[:\w+:\]/, "`[:alpha:]` is no class in JavaScript; write `[A-Za-z]`, or `\\p{L}` with the flag `u`."],
  [/(?<!\\)(?:\\\\)*\\p\{/, "`\\p{…}` needs the flag `u`."],
  [
    /(?:^|[\s(|*+\]:])\\b-/,
    "Between a space and `-` there is no word boundary, so `\\b-` does not match there; write `(?:^|\\s)-`.",
  ],
];

/** What is likely to be meant differently in a pattern, with what to write instead. */
export function findForeign({ source, flags }: Expression): readonly string[] {
  return foreign
    .filter(([sign]) => sign.test(source) && !(flags.includes("u") && sign.source.includes("p\\{")))
    .map(([, hint]) => hint);
}
