/**
 * Returns the wait that a `Retry-After` header requests, in milliseconds, or undefined if there is none. It has seconds
 * or a date (RFC 9110, 10.2.3).
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
