import { PreceptError } from "@precept/core";

/**
 * Reads a time of today (`14:05`, `14:05:30`) or a date with a time, both in the local time zone unless they name one.
 *
 * @returns the end of the named minute or second, as ISO 8601. @throws PreceptError `OPTION_VALUE_INVALID`
 */
export function parseTime(text: string, now: Date): string {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  const date = hours === undefined ? new Date(text) : new Date(now);
  if (hours !== undefined) date.setHours(Number(hours), Number(minutes), Number(seconds ?? 59), 999);
  else if (/T\d{2}:\d{2}(?:Z|[+-]\d{2}:?\d{2})?$/.test(text)) date.setSeconds(59, 999);
  if (Number.isNaN(date.getTime())) {
    throw new PreceptError("OPTION_VALUE_INVALID", {
      option: "time",
      value: text,
      expected: "a time, such as 14:05 or 2026-01-31T14:05",
    });
  }
  return date.toISOString();
}
