/** Counts the tokens of a text. */
export interface TokenCounter {
  /** Identifies the counter in answers and traces. */
  readonly id: string;
  /** Whether it counts as the model does. Default false: counts are estimates, which are shown with `~`. */
  readonly isExact?: boolean;
  /**
   * Whether the parts of a text have at least as many tokens as the text, if each part ends in a line break, and begins with
   * neither white space nor `/`. Default false: a prompt is counted as a whole in every request, if tokens are limited.
   */
  readonly addsUpByLines?: boolean;
  /** Returns a whole number, 0 for an empty text. Called for the applied rules of every request, so must be fast. */
  count(text: string): number;
  /** Returns the count if that takes no time, such as from a cache; otherwise undefined. Default: undefined. */
  known?(text: string): number | undefined;
}

/** Estimates four characters per token, the usual rule of thumb for English. */
export const estimatedTokens: TokenCounter = {
  id: "estimate:4-characters",
  addsUpByLines: true,
  count: countFours,
  known: countFours,
};

function countFours(text: string): number {
  return Math.ceil(text.length / 4);
}
