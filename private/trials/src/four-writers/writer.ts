import { setTimeout } from "node:timers/promises";
import { createPauses, maxChanges } from "./workload.ts";
import { workloads } from "./workloads.ts";

// One of the four writers. Prints a line for each change: `+` and its id if it was acknowledged, `-` if it was refused.

const [kind = "", dir = "", name = "", seconds = "0", seed = "0"] = process.argv.slice(2);
const workload = workloads[kind];
if (workload === undefined) throw new Error(`Unknown workload "${kind}".`);
const pause = createPauses(Number(seed), 4);
const until = Date.now() + Number(seconds) * 1000;
let changes = 0;
for await (const acknowledged of workload.write({ dir, name })) {
  process.stdout.write(acknowledged === undefined ? "-\n" : `+${acknowledged}\n`);
  changes += 1;
  if (Date.now() > until || changes >= maxChanges) break;
  await setTimeout(pause());
}
