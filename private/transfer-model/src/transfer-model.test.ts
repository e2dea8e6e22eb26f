import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { killToolStep } from "./faults/kill-step.ts";
import { runSequence, type RunStep } from "./run-sequence.ts";
import { sequences } from "./sequences.ts";

/** Tries the same random sequences in each run. Returns the first that fails and what is wrong after it, or an empty text. */
async function findFailure(numRuns: number, runStep?: RunStep): Promise<string> {
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const problems = await runSequence(sequence, runStep);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  const result = await fc.check(property, { numRuns, seed: 17, endOnFailure: true });
  return result.failed ? `${fc.defaultReportMessage(result)}\n${String(result.errorInstance)}` : "";
}

// `private/scripts/src/transfer-model.ts` tries 5,000.
describe("after each import, edit, export, revert and eject of a random repository", () => {
  it("every handwritten text is in a rule, a file of its own, a conflict or the backup, also if a command stops in the middle", async () => {
    expect(await findFailure(150)).toBe("");
  }, 240_000);

  it("the same holds if the process of a command is killed", async () => {
    expect(await findFailure(3, killToolStep)).toBe("");
  }, 240_000);
});
