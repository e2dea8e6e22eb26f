/** The length from which the nesting of a word counts, in UTF-16 code units. */
const longWord = 500;

/**
 * Returns the further steps for `${` in `${`: the parser reads a word once more for each level, up to its limit of 256.
 */
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
