import { InvalidArgumentError } from "commander";

/** Reads a whole number from 0 on, of six digits at most, as the value of an option. */
export function parseCount(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError("Expected a whole number from 0 on.");
  return Number(value);
}
