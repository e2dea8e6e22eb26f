import { formatNumber } from "./format-number.ts";

/** Formats a number of tokens: `1,234 tokens`, or `~1,234 tokens` if it is an estimate. */
export function formatTokens(tokens: number, { isExact = false }: { readonly isExact?: boolean | undefined } = {}): string {
  return `${isExact ? "" : "~"}${formatNumber(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}
