import * as fc from "fast-check";
import type { Round, Size } from "../trial.ts";
import { runSequence, type RunStep } from "./run-sequence.ts";
import { sequences } from "./sequences.ts";
import { runToolStep } from "./steps/run-tool-step.ts";

const runs: Readonly<Record<Size, number>> = { sample: 3, full: 100 };

/**
 * Imports, edits, exports and reverts random repositories, and stops commands in the middle. Every handwritten text must be in a rule, a file, a conflict
 * or the backup. A failure is the smallest sequence that was found.
 */
export function runRound(seed: number, size: Size): Promise<Round> {
  return trySequences(seed, runs[size]);
}

/** @param runStep runs the commands. Default: in this process. */
export async function trySequences(seed: number, numRuns: number, runStep: RunStep = runToolStep): Promise<Round> {
  let stopped = 0;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const problems = await runSequence(sequence, async (...step) => {
      const outcome = await runStep(...step);
      if (outcome.kind === "stopped") stopped += 1;
      return outcome;
    });
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  const result = await fc.check(property, { numRuns, seed });
  const failures = result.failed ? [`${fc.defaultReportMessage(result)}\n${String(result.errorInstance)}`] : [];
  return { counts: { sequences: result.numRuns, "stopped commands": stopped }, failures };
}
