import { formatNumber, formatTokens } from "@precept/core";

/** `1 rule`, `2 rules`. */
export function countOf(number: number, noun: string, nouns = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : nouns}`;
}

/** `~1,234 tokens`. */
export function tokensOf(tokens: number, isEstimate: boolean): string {
  return formatTokens(tokens, { isExact: !isEstimate });
}
