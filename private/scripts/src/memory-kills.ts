import { parseArgs } from "node:util";
import { runMemoryTrials } from "./memory-kills/trials.ts";

// Kills processes at random moments while they append to one MEMORY.md: `node --conditions=@precept/source private/scripts/src/memory-kills.ts --runs 100 --seed 1`.
const { values } = parseArgs({ options: { runs: { type: "string", default: "100" }, seed: { type: "string", default: "1" } } });
const sums = { runs: 0, failed: 0, acknowledged: 0, reads: 0 };
for await (const { acknowledged, reads, failures } of runMemoryTrials(Number(values.runs), Number(values.seed))) {
  sums.runs += 1;
  sums.acknowledged += acknowledged;
  sums.reads += reads;
  if (failures.length === 0) continue;
  sums.failed += 1;
  process.stdout.write(`${sums.runs}: ${failures.join("; ")}\n`);
}
process.stdout.write(`${sums.acknowledged} acknowledged entries, ${sums.reads} reads while processes were killed\n`);
process.stdout.write(`${sums.runs - sums.failed} of ${sums.runs} ended with all acknowledged entries and a complete file\n`);
process.exitCode = sums.failed === 0 ? 0 : 1;
