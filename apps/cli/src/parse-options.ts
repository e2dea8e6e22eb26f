import { formatNumber } from "@precept/core";
import { InvalidArgumentError } from "commander";

/**
 * Creates a parser for an option whose value is an integer in decimal digits.
 *
 * @param min the smallest accepted value.
 * @param max the largest accepted value. Default: no limit.
 */
export function createIntegerParser(min: number, max: number = Infinity): (value: string) => number {
  const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${formatNumber(max)}`;
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected an integer ${range}.`);
  };
}

/** Parses a number of things, such as `--keep 10`. */
export const parseCount: (value: string) => number = createIntegerParser(0, 999_999);

const hour = 3_600_000;
const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour };

/** Parses a duration in hours, days or weeks, such as `90d`. @returns milliseconds. */
export function parseDuration(value: string): number {
  const [, number = "", unit = ""] = /^(\d{1,5})([hdw])$/.exec(value) ?? [];
  const factor = units[unit];
  if (factor === undefined) throw new InvalidArgumentError("Expected a number of hours, days or weeks, such as 12h, 90d or 4w.");
  return Number(number) * factor;
}

export function parseScore(value: string): number {
  const score = Number(value);
  if (/^\d*\.?\d+$/.test(value) && score <= 1) return score;
  throw new InvalidArgumentError("Expected a number from 0 to 1.");
}

/** Parses an amount of money, such as `2.50`. */
export function parseAmount(value: string): number {
  if (/^\d*\.?\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected an amount, such as 5 or 2.50.");
}
