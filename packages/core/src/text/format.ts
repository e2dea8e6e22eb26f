/** Formats a whole number with English grouping, in every locale: `12,345`. */
export function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Formats a number of tokens: `1,234 tokens`, or `~1,234 tokens` if it is an estimate. */
export function formatTokens(tokens: number, { isExact = false }: { readonly isExact?: boolean | undefined } = {}): string {
  return `${isExact ? "" : "~"}${formatNumber(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}

/** Joins the lines of a text with spaces. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
