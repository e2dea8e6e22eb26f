/** Counts the tokens of a text as some model would. */
export interface TokenCounter {
  /** Names the way of counting in traces. */
  readonly id: string;
  /** A whole number, 0 for an empty text. Has to be cheap: it is asked for every applied rule of every request. */
  count(text: string): number;
}

/** Four characters a token: the usual rule of thumb for English, and an estimate for everything else. */
export const estimatedTokens: TokenCounter = {
  id: "estimate:4-characters",
  count: (text) => Math.ceil(text.length / 4),
};
