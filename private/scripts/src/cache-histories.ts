import { Command, InvalidArgumentError } from "commander";
import { runHistory } from "./cache-histories/run.ts";

// Looks for stale reads of cached stores in random histories of concurrent clients.
// node --conditions=@precept/source private/scripts/src/cache-histories.ts --runs 10000 --seed 1

function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Expected an integer.");
  return Number(text);
}

const options = new Command("cache-histories")
  .option("--runs <number>", "number of histories", readCount, 10_000)
  .option("--seed <number>", "seed of the first history; the others follow", readCount, 1)
  .parse()
  .opts<{ runs: number; seed: number }>();

const totals = { reads: 0, writes: 0, failed: 0, stale: 0, hits: 0, sharedHits: 0 };
const start = Date.now();
let failures = 0;
for (let seed = options.seed; seed < options.seed + options.runs; seed += 1) {
  const { violations, log, counts, hits, sharedHits } = await runHistory(seed);
  totals.reads += counts.reads;
  totals.writes += counts.writes;
  totals.failed += counts.failed;
  totals.stale += counts.stale;
  totals.hits += hits;
  totals.sharedHits += sharedHits;
  if (violations.length === 0) continue;
  failures += 1;
  console.log(`Seed ${seed}:`);
  for (const { client, operation, problem } of violations)
    console.log(`  client ${client}, ${JSON.stringify(operation)}: ${problem}`);
  for (const entry of log) console.log(`    ${JSON.stringify(entry)}`);
  if (failures === 3) break;
}
const seconds = ((Date.now() - start) / 1000).toFixed(0);
console.log(JSON.stringify(totals));
console.log(
  failures === 0 ? `${options.runs} histories without a stale read (${seconds} s).` : `${failures} histories with stale reads.`,
);
process.exitCode = failures === 0 ? 0 : 1;
