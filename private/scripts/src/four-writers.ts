import { parseArgs } from "node:util";
import { runWriters } from "./four-writers/run-writers.ts";
import { workloads } from "./four-writers/workloads.ts";

// Four processes make the same kind of change concurrently: save, edit, create, baseline, export, audit. Fails unless each acknowledged change
// is there exactly once.
//
//   node --conditions=@precept/source private/scripts/src/four-writers.ts --seconds 60 --seed 1 --only edit

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    only: { type: "string", multiple: true, default: Object.keys(workloads) },
  },
});

for (const kind of values.only) {
  const { acknowledged, refused, fewest, failures } = await runWriters(kind, Number(values.seconds), Number(values.seed));
  console.log(
    `${kind}: ${acknowledged} acknowledged, at least ${fewest} by each process, ${refused} refused, ${failures.length} failures`,
  );
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
