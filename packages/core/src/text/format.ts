/** Formats a whole number with English grouping, in every locale: `12,345`. */
export function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 rule`, `2 rules`; `2 policies` if the plural is given. */
export function countOf(number: number, noun: string, nouns = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : nouns}`;
}

/** Formats a number of tokens: `1,234 tokens`, or `~1,234 tokens` if it is an estimate. */
export function formatTokens(tokens: number, { isExact = false }: { readonly isExact?: boolean | undefined } = {}): string {
  return `${isExact ? "" : "~"}${countOf(tokens, "token")}`;
}

/** Joins the lines of a text with spaces. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
