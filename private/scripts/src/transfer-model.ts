import { parseArgs } from "node:util";
import { repositorySpecs, runSequence, stepSequences } from "@precept/transfer-model";
import * as fc from "fast-check";

// Imports, edits, exports and reverts random repositories, stops commands in the middle, and checks that no text is lost:
// `node --conditions=@precept/source private/scripts/src/transfer-model.ts [--sequences 5000 --seed 1]`. Prints the smallest failing sequence.
const { values } = parseArgs({
  options: { sequences: { type: "string", default: "5000" }, seed: { type: "string", default: "1" } },
});
const numRuns = Number(values.sequences);
const start = performance.now();
let run = 0;
const result = await fc.check(
  fc.asyncProperty(fc.record({ files: repositorySpecs, steps: stepSequences }), async (sequence) => {
    const problems = await runSequence(sequence);
    run += 1;
    if (run % 250 === 0) process.stdout.write(`${run} sequences\n`);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }),
  { numRuns, seed: Number(values.seed) },
);
const seconds = ((performance.now() - start) / 1000).toFixed(0);
if (result.failed) process.stdout.write(`${fc.defaultReportMessage(result)}\n${String(result.errorInstance)}\n`);
process.stdout.write(`${run} sequences in ${seconds} s, ${result.failed ? "one of them failed" : "no text lost"}\n`);
process.exitCode = result.failed ? 1 : 0;
