import { Command, InvalidArgumentError } from "commander";
import { attackSharedSession } from "./shared-session/run.ts";

// Tries to get the agent's memory as a shared session, by every route, in random projects.
// node --conditions=@precept/source private/scripts/src/shared-session.ts --runs 200 --seed 1

function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Expected an integer.");
  return Number(text);
}

const options = new Command("shared-session")
  .option("--runs <number>", "number of projects", readCount, 200)
  .option("--seed <number>", "seed of the first project; the others follow", readCount, 1)
  .parse()
  .opts<{ runs: number; seed: number }>();

const start = Date.now();
let outputs = 0;
let failures = 0;
for (let seed = options.seed; seed < options.seed + options.runs; seed += 1) {
  const result = await attackSharedSession(seed);
  outputs += result.outputs;
  if (result.leaks.length === 0) continue;
  failures += 1;
  console.log(`Seed ${seed}:\n${result.log.map((line) => `  ${line}\n`).join("")}`);
  for (const { source, what, excerpt } of result.leaks.slice(0, 5))
    console.log(`  ${what} in ${source}:\n    ${JSON.stringify(excerpt)}`);
}
const seconds = ((Date.now() - start) / 1000).toFixed(0);
console.log(`${options.runs} projects, ${outputs} outputs, ${failures} projects with leaks (${seconds} s).`);
process.exitCode = failures === 0 ? 0 : 1;
