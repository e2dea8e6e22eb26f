import { formatTokens } from "@precept/core";

export { countOf } from "@precept/core";

/** `~1,234 tokens`. */
export function tokensOf(tokens: number, isEstimate: boolean): string {
  return formatTokens(tokens, { isExact: !isEstimate });
}
