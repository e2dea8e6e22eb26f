/** Digits in groups of three, as English writes them: `12,345`. The same in every locale. */
export function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
