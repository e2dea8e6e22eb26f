import { parseArgs } from "node:util";
import { runPeerTrials } from "./peer-kills/trials.ts";

// Kills clients of a database at random moments, while another client uses it too: `node --conditions=@precept/source private/scripts/src/peer-kills.ts --runs 100 --seed 1`.
const { values } = parseArgs({ options: { runs: { type: "string", default: "100" }, seed: { type: "string", default: "1" } } });
const sums = { runs: 0, failed: 0, changes: 0, gaps: 0, saved: 0 };
for await (const { changes, gaps, saved, failures } of runPeerTrials(Number(values.runs), Number(values.seed))) {
  sums.runs += 1;
  sums.changes += changes;
  sums.gaps += gaps;
  sums.saved += saved;
  if (failures.length === 0) continue;
  sums.failed += 1;
  process.stdout.write(`${sums.runs}: ${failures.join("; ")}\n`);
}
process.stdout.write(`${sums.saved} accepted writes, ${sums.changes} published changes, ${sums.gaps} of them out of order\n`);
process.stdout.write(`${sums.runs - sums.failed} of ${sums.runs} ended with equal copies and without a lost write\n`);
process.exitCode = sums.failed === 0 ? 0 : 1;
