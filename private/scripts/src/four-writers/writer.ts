import { setTimeout } from "node:timers/promises";
import { createPauses, maxChanges } from "./workload.ts";
import { workloads } from "./workloads.ts";

// One of the four processes. Prints `+` and what was acknowledged, or `-` for a change that was refused, a line each.

const [kind = "", dir = "", name = "", seconds = "0", seed = "0"] = process.argv.slice(2);
const workload = workloads[kind];
if (workload === undefined) throw new Error(`There is no workload "${kind}".`);
const pause = createPauses(Number(seed), 4);
const until = Date.now() + Number(seconds) * 1000;
let changes = 0;
for await (const acknowledged of workload.write({ dir, name })) {
  process.stdout.write(acknowledged === undefined ? "-\n" : `+${acknowledged}\n`);
  changes += 1;
  if (Date.now() > until || changes >= maxChanges) break;
  await setTimeout(pause());
}
