import { InvalidArgumentError } from "commander";

/** Parses a score of a search: a number from 0 to 1. */
export function parseScore(value: string): number {
  const score = Number(value);
  if (/^\d*\.?\d+$/.test(value) && score <= 1) return score;
  throw new InvalidArgumentError("Expected a number from 0 to 1.");
}
