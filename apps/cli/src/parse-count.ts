import { InvalidArgumentError } from "commander";

/** Parses the value of an option as a whole number with at most six digits. */
export function parseCount(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError("Expected a whole number, 0 or greater.");
  return Number(value);
}
