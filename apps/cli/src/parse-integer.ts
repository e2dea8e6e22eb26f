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
