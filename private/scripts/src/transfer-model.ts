import { parseArgs } from "node:util";
import { killToolStep, runSequence, sequences } from "@precept/transfer-model";
import * as fc from "fast-check";

// Imports, edits, exports and reverts random repositories, stops commands in the middle, and checks that no text is lost:
// `node --conditions=@precept/source private/scripts/src/transfer-model.ts [--sequences 5000 --seed 1] [--kill]`. Prints the smallest failing sequence.
// With `--kill`, the commands that stop run in processes of their own, which are killed with SIGKILL.
const { values } = parseArgs({
  options: {
    sequences: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    kill: { type: "boolean", default: false },
  },
});
const numRuns = Number(values.sequences);
const start = performance.now();
let run = 0;
const result = await fc.check(
  fc.asyncProperty(sequences, async (sequence) => {
    const problems = await runSequence(sequence, values.kill ? killToolStep : undefined);
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
