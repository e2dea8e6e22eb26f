import { maxValueLength } from "@precept/contract/values";
import { entropyOf } from "@precept/core";
import type { PatternMatch } from "./pattern-runner.ts";
import type { PolicyMatch } from "../model/policy.ts";
import { valueFormats } from "../values/value-formats.ts";

/** Whether a block restricts its matches by their value. */
export function hasValueConditions({ validAs, minEntropy }: PolicyMatch): boolean {
  return validAs !== undefined || minEntropy !== undefined;
}

/**
 * Whether the value of a match meets `valid_as` and `min_entropy`. The value is the first group that takes part in the
 * match, or the whole match.
 */
export function meetsValueConditions(match: PatternMatch, { validAs, minEntropy }: PolicyMatch): boolean {
  const value = valueOf(match);
  if (validAs !== undefined && (value.length > maxValueLength || !validAs.some((name) => valueFormats[name](value)))) {
    return false;
  }
  return minEntropy === undefined || entropyOf(value.slice(0, maxValueLength)) >= minEntropy;
}

function valueOf({ text, groups }: PatternMatch): string {
  const first = Object.keys(groups)
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((left, right) => left - right)[0];
  return (first === undefined ? undefined : groups[first]) ?? text;
}
