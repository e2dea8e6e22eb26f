import { parseArgs } from "node:util";
import { Random } from "../../testing/src/random.ts";
import { listTrials, type Attempt } from "./weaken-policies/attempts.ts";
import { listStarterCases } from "./weaken-policies/starter-cases.ts";

// Tries to weaken every starter policy in every way: over MCP and REST by registering policies and in the call itself, and in the files of a project.
// The exit code is 1 if one attempt succeeds and nothing reports it.
//
//   node --conditions=@precept/source private/scripts/src/weaken-policies.ts
//   node --conditions=@precept/source private/scripts/src/weaken-policies.ts --sample 5 --seed 7 --ways "REST: registers"

const { values } = parseArgs({
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, ways: { type: "string", default: "" } },
});
const all = listStarterCases();
const random = new Random(Number(values.seed));
const trials = listTrials().filter(({ way }) => way.includes(values.ways));
const attempts: Attempt[] = [];
for (const [at, trial] of trials.entries()) {
  const cases = values.sample === undefined ? all : random.shuffle(all).slice(0, Number(values.sample));
  const started = performance.now();
  const results = await trial.run(cases);
  attempts.push(...results);
  const counts = Object.entries(Object.groupBy(results, ({ verdict }) => verdict)).map(
    ([verdict, ones]) => `${ones.length} ${verdict}`,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`${at + 1} of ${trials.length}  ${trial.way}: ${counts.join(", ")} (${seconds} s)`);
}
const succeeded = attempts.filter(({ verdict }) => verdict === "unseen");
for (const { policy, way } of succeeded) console.error(`unseen: ${policy}: ${way}`);
console.log(
  `${attempts.length} attempts on ${all.length} policies in ${trials.length} ways: ${succeeded.length} succeeded unseen.`,
);
process.exitCode = succeeded.length === 0 ? 0 : 1;
