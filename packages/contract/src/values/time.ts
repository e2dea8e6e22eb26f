const pattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** Whether a text is an ISO 8601 date or time, with any or no time zone. */
export function isTime(text: string): boolean {
  return pattern.test(text) && !Number.isNaN(toMilliseconds(text));
}

/** Converts an ISO 8601 date or time to milliseconds since 1970. A time without a zone is in UTC. NaN if it is invalid. */
export function toMilliseconds(text: string): number {
  const written = text.replace(" ", "T").replace(",", ".");
  const hasZone = written.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(written.slice(10));
  return Date.parse(hasZone ? written : `${written}Z`);
}
