import { InvalidArgumentError } from "commander";

const hour = 3_600_000;
const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour };

/** Parses a duration in hours, days or weeks, such as `90d`. @returns milliseconds. */
export function parseDuration(value: string): number {
  const [, number = "", unit = ""] = /^(\d{1,5})([hdw])$/.exec(value) ?? [];
  const factor = units[unit];
  if (factor === undefined) throw new InvalidArgumentError("Expected a number of hours, days or weeks, such as 12h, 90d or 4w.");
  return Number(number) * factor;
}
