/** A way to write a pattern that means something else in VS Code, or nothing. */
interface Cause {
  readonly isIn: (pattern: string) => boolean;
  /** What is the matter, after the pattern. */
  readonly message: string;
  readonly hint: string;
}

const causes: readonly Cause[] = [
  {
    isIn: (pattern) => /^\/(?!\*\*(?:\/|$))/.test(pattern),
    message: "begins with a slash, and is compared with the whole path of a file on its disk",
    hint: "Remove the slash; the pattern is looked for at any depth.",
  },
  {
    isIn: (pattern) => pattern.startsWith("!"),
    message: "begins with `!`, which is an ordinary character",
    hint: "Say in the text which files the rule does not concern.",
  },
  {
    isIn: (pattern) => pattern.includes("\\"),
    message: "holds a backslash, which is an ordinary character",
    hint: "Write `/` between directories, and `[*]` for a star in a name.",
  },
  {
    isIn: (pattern) => pattern.endsWith("/"),
    message: "ends with a slash, which means nothing",
    hint: "Write `**` behind it for everything inside.",
  },
  {
    isIn: (pattern) => /^\.{1,2}(?:\/|$)|\/\.{1,2}(?:\/|$)|\/\//.test(pattern),
    message: "holds a part that is `.`, `..` or empty, as no path of a file does",
    hint: "Remove that part.",
  },
  {
    isIn: (pattern) => /[{}[]/.test(pattern.replace(/\[[^\]]*\]|\{[^{}]*\}/g, "")),
    message: "has braces inside of braces, or a brace or bracket without its counterpart",
    hint: "Write one pattern for each alternative.",
  },
];

/** Why a pattern finds other files than it seems to, or none. */
export function findCause(pattern: string): { readonly message: string; readonly hint: string } | undefined {
  const cause = causes.find(({ isIn }) => isIn(pattern));
  return cause && { message: `The pattern "${pattern}" ${cause.message}.`, hint: cause.hint };
}
