import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { killToolStep } from "./faults/kill-step.ts";
import { repositorySpecs } from "./repositories/repository-specs.ts";
import { runSequence, type RunStep } from "./run-sequence.ts";
import { stepSequences } from "./steps/step-sequences.ts";

/** Checks random sequences. A failure shows the smallest one and what is wrong after it. */
async function checkSequences(numRuns: number, runStep?: RunStep): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.record({ files: repositorySpecs, steps: stepSequences }), async (sequence) => {
      expect(await runSequence(sequence, runStep)).toEqual([]);
    }),
    { numRuns },
  );
}

// `private/scripts/src/transfer-model.ts` tries 5,000.
describe("after each import, edit, export, revert and eject of a random repository", () => {
  it("every handwritten text is in a rule, a file of its own, a conflict or the backup, also if a command stops in the middle", async () => {
    await checkSequences(200);
  }, 240_000);

  it("the same holds if the process of a command is killed", async () => {
    await checkSequences(12, killToolStep);
  }, 240_000);
});
