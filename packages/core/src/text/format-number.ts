/** Formats a whole number with English grouping, in every locale: `12,345`. */
export function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
