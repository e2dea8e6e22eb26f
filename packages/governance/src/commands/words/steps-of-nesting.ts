/** The minimum length of a word whose nesting counts, in UTF-16 code units. */
const longWord = 500;

/** Returns the extra steps for nested `${`: the parser reads a word again for each level, up to 256. */
export function stepsOfNesting(text: string): number {
  if (text.length < longWord || !text.includes("${")) return 0;
  let depth = 0;
  let deepest = 0;
  for (const [part] of text.matchAll(/\$\{|\}/g)) {
    depth = part === "}" ? Math.max(0, depth - 1) : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return Math.floor((text.length * Math.min(deepest, 256)) / 6);
}
