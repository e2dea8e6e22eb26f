import { parseArgs } from "node:util";
import { agentActions } from "@precept/agent-actions";
import { hostIds } from "@precept/agent-hooks";
import { Random } from "@precept/testing/random";
import { describeDifference, sampleActions, sendActions } from "./every-action/run.ts";

// Sends each action of `private/agent-actions` in every shape of every host to the code of `precept hook`:
// `node --conditions=@precept/source private/scripts/src/every-action.ts [--sample 100 --seed 1]`. Prints each difference, and how many shapes were stopped per
// host and kind.
const { values } = parseArgs({ options: { sample: { type: "string" }, seed: { type: "string", default: "1" } } });
const actions =
  values.sample === undefined
    ? agentActions
    : sampleActions(agentActions, Number(values.sample), new Random(Number(values.seed)));
let differences = 0;
const counts = new Map<string, { shapes: number; stopped: number }>();
for await (const outcome of sendActions(actions)) {
  const { kind, dangerous } = outcome.action;
  for (const { host, outcome: what } of outcome.shapes) {
    const key = `${host}\t${dangerous ? "dangerous" : "harmless"}\t${kind}`;
    const count = counts.get(key) ?? { shapes: 0, stopped: 0 };
    counts.set(key, { shapes: count.shapes + 1, stopped: count.stopped + (what === "passed" ? 0 : 1) });
  }
  const difference = describeDifference(outcome);
  if (difference === undefined) continue;
  differences += 1;
  process.stdout.write(`- ${difference}\n`);
}
for (const host of hostIds) {
  const rows = [...counts].filter(([key]) => key.startsWith(`${host}\t`));
  process.stdout.write(`${host}\n`);
  for (const [key, { shapes, stopped }] of rows) {
    const [, label = "", kind = ""] = key.split("\t");
    process.stdout.write(`  ${label.padEnd(10)} ${kind.padEnd(24)} ${String(stopped).padStart(5)} of ${shapes} stopped\n`);
  }
}
process.stdout.write(`${actions.length} actions, ${differences} with differences between shapes\n`);
process.exitCode = differences === 0 ? 0 : 1;
