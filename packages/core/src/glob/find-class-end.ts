/** Finds the offset where the character class at `start` closes; undefined if it does not before the next `/`. */
export function findClassEnd(pattern: string, start: number): number | undefined {
  let at = start + 1;
  if (pattern[at] === "!" || pattern[at] === "^") at += 1;
  // A `]` directly after the opening bracket is a member of the class.
  for (let first = true; at < pattern.length; at += 1, first = false) {
    const character = pattern[at];
    if (character === "/") return undefined;
    const named = character === "[" ? namedClassEnd(pattern, at) : undefined;
    if (named !== undefined) at = named;
    else if (character === "\\") at += 1;
    else if (character === "]" && !first) return at;
  }
  return undefined;
}

/** Finds the offset where the name of a class of characters, such as `[:alpha:]`, ends. */
function namedClassEnd(pattern: string, start: number): number | undefined {
  if (pattern[start + 1] !== ":") return undefined;
  const end = pattern.indexOf(":]", start + 2);
  return end > 0 && /^[a-z]+$/.test(pattern.slice(start + 2, end)) ? end + 1 : undefined;
}
