interface Mistake {
  readonly isIn: (pattern: string) => boolean;
  /** The predicate of a sentence whose subject is the pattern. */
  readonly message: string;
  readonly hint: string;
}

const knownMistakes: readonly Mistake[] = [
  {
    isIn: (pattern) => /^\/(?!\*\*(?:\/|$))/.test(pattern),
    message: "starts with a slash, so VS Code compares it with absolute paths",
    hint: "Remove the slash. The pattern then matches at any depth.",
  },
  {
    isIn: (pattern) => pattern.startsWith("!"),
    message: "starts with `!`, which is a literal character in VS Code",
    hint: "Describe in the text which files the rule does not apply to.",
  },
  {
    isIn: (pattern) => pattern.includes("\\"),
    message: "contains a backslash, which is a literal character in VS Code",
    hint: "Use `/` between directories, and `[*]` for a literal `*`.",
  },
  {
    isIn: (pattern) => pattern.endsWith("/"),
    message: "ends with a slash, which has no effect in VS Code",
    hint: "Append `**` to match everything in the directory.",
  },
  {
    isIn: (pattern) => /^\.{1,2}(?:\/|$)|\/\.{1,2}(?:\/|$)|\/\//.test(pattern),
    message: "contains a segment that is `.`, `..` or empty, which matches no file",
    hint: "Remove that segment.",
  },
  {
    isIn: (pattern) => /[{}[]/.test(pattern.replace(/\[[^\]]*\]|\{[^{}]*\}/g, "")),
    message: "has nested braces, or a brace or bracket that is not closed",
    hint: "Write one pattern for each alternative.",
  },
];

/** Returns the message and the hint for a pattern that matches other files in VS Code than intended, or none. */
export function findPatternProblem(pattern: string): { readonly message: string; readonly hint: string } | undefined {
  const mistake = knownMistakes.find(({ isIn }) => isIn(pattern));
  return mistake && { message: `The pattern "${pattern}" ${mistake.message}.`, hint: mistake.hint };
}
