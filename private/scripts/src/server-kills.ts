import { parseArgs } from "node:util";
import { runServerKills } from "./server-kills/trials.ts";

// Kills a server while clients write through it, and checks what is there after a restart:
// node --conditions=@precept/source private/scripts/src/server-kills.ts --runs 50 --seed 1
const { values } = parseArgs({ options: { runs: { type: "string", default: "50" }, seed: { type: "string", default: "1" } } });
const sums = { runs: 0, failed: 0, acknowledged: 0, resumed: 0, resets: 0 };
for await (const { acknowledged, continued, failures } of runServerKills(Number(values.runs), Number(values.seed))) {
  sums.runs += 1;
  sums.acknowledged += acknowledged;
  if (continued === "events") sums.resumed += 1;
  else sums.resets += 1;
  if (failures.length === 0) continue;
  sums.failed += 1;
  process.stdout.write(`${sums.runs}: ${failures.join("; ")}\n`);
}
process.stdout.write(
  `${sums.acknowledged} acknowledged writes; events continued ${sums.resumed} times and said ${sums.resets} times that they cannot\n`,
);
process.stdout.write(`${sums.runs - sums.failed} of ${sums.runs} ended without a lost write or event\n`);
process.exitCode = sums.failed === 0 ? 0 : 1;
