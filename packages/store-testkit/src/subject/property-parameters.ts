import type { Parameters } from "fast-check";
import type { Subject } from "../check.ts";

/** The parameters of fast-check for the random sequences of a suite. */
export function propertyParameters<Values>({ model: { runs, seed, shrink = true } }: Pick<Subject, "model">): Parameters<Values> {
  return { numRuns: runs, endOnFailure: !shrink, ...(seed !== undefined && { seed }) };
}
