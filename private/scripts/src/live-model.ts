import { Command, InvalidArgumentError } from "commander";
import { runLiveModel } from "./live-model/run.ts";

// Compares the answers of watched and newly opened workspaces while a project changes at random.
// node --conditions=@precept/source private/scripts/src/live-model.ts --operations 5000 --watchers 10 --seed 1

function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Expected an integer.");
  return Number(text);
}

const command = new Command("live-model")
  .option("--operations <number>", "number of random operations", readCount, 5000)
  .option("--watchers <number>", "number of watched workspaces", readCount, 10)
  .option("--burst <number>", "number of operations between two comparisons", readCount, 50)
  .option("--quiet <milliseconds>", "wait between the last operation and a comparison", readCount, 2000)
  .option("--seed <number>", "seed of the random operations", readCount, Date.now() % 1_000_000)
  .parse();
const options = command.opts<{ operations: number; watchers: number; burst: number; quiet: number; seed: number }>();

console.log(`seed ${options.seed}`);
const start = Date.now();
const seconds = (): string => `${((Date.now() - start) / 1000).toFixed(0)} s`;
const mismatch = await runLiveModel({
  ...options,
  onProgress: (done) => done % (options.burst * 10) === 0 && console.log(`${done} operations, ${seconds()}`),
});
if (mismatch === undefined) {
  console.log(`${options.operations} operations, ${options.watchers} watchers: every answer is equal (${seconds()}).`);
} else {
  const { watcher, operation, isLate } = mismatch;
  const when = isLate ? "; eight seconds later it did not" : "";
  console.log(`Watcher ${watcher} differs after ${operation} operations (seed ${options.seed})${when}.`);
  for (const line of mismatch.stale) console.log(`  only the watcher: ${line}`);
  for (const line of mismatch.missing) console.log(`  only the new workspace: ${line}`);
  console.log("Operations since the answers were last equal:");
  for (const line of mismatch.log) console.log(`  ${line}`);
  process.exitCode = 1;
}
