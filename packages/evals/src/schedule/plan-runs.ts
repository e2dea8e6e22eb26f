import type { Arm } from "./arms.ts";

/** One run: an agent does the task of a case once. */
export interface PlannedRun {
  readonly case: string;
  readonly arm: Arm;
  /** From 1. */
  readonly number: number;
}

/**
 * Lists the runs of an eval. The arms alternate, and so do the cases, so that an eval that stops early has about as many runs of each.
 *
 * @param runs the number of runs for each case and arm.
 */
export function planRuns(cases: readonly string[], arms: readonly Arm[], runs: number): readonly PlannedRun[] {
  const numbers = Array.from({ length: runs }, (_, at) => at + 1);
  return numbers.flatMap((number) => cases.flatMap((name) => arms.map((arm) => ({ case: name, arm, number }))));
}

/** Identifies a run in an eval. Also the path of its directory. */
export function runKey({ case: name, arm, number }: PlannedRun): string {
  return `${name}/${arm}-${number}`;
}
