import { parseArgs } from "node:util";
import { runTrials } from "./kills/trials.ts";

// Kills `checkpoint restore` and `checkpoint undo` at random moments: `node --conditions=@precept/source private/scripts/src/kill-rollbacks.ts --runs 300 --seed 1`.
const { values } = parseArgs({ options: { runs: { type: "string", default: "300" }, seed: { type: "string", default: "1" } } });
const counts = new Map<string, number>();
let failed = 0;
let run = 0;
for await (const { kind, when, isAlone, next, failures } of runTrials(Number(values.runs), Number(values.seed))) {
  run += 1;
  counts.set(`${kind}, killed ${when}`, (counts.get(`${kind}, killed ${when}`) ?? 0) + 1);
  if (failures.length === 0) continue;
  failed += 1;
  process.stdout.write(`${run}: ${kind}, killed ${when}${isAlone ? " alone" : ""}, then ${next}: ${failures.join("; ")}\n`);
}
for (const [what, count] of [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1)))
  process.stdout.write(`${count}\t${what}\n`);
process.stdout.write(`${run - failed} of ${run} left exactly the old or the new state\n`);
process.exitCode = failed === 0 ? 0 : 1;
