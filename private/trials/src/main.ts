import { parseArgs } from "node:util";
import { markedEnvironment, startWatch } from "@precept/testing/leftovers";
import { root } from "./root.ts";
import { describeReport, runTrial, type TrialReport } from "./run-trial.ts";
import { trials } from "./table.ts";
import type { Round } from "./trial.ts";

// pnpm trials [name…] [--rounds N] [--seed S|random] [--time SECONDS] [--sample] [--progress] [--json] [--list]
// Exits with 1 if a trial found something, and with 2 if the arguments are wrong.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    seed: { type: "string", default: "1" },
    time: { type: "string" },
    sample: { type: "boolean", default: false },
    progress: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});

const unknown = positionals.filter((name) => trials[name] === undefined);
if (values.list && values.json) process.stdout.write(`${JSON.stringify(Object.keys(trials))}\n`);
else if (values.list) {
  for (const [name, { about, rounds }] of Object.entries(trials))
    process.stdout.write(`${name.padEnd(18)} ${String(rounds).padStart(4)} rounds  ${about}\n`);
} else if (unknown.length > 0) {
  process.stderr.write(`No such trial: ${unknown.join(", ")}. pnpm trials --list shows all.\n`);
  process.exitCode = 2;
} else {
  const reports = await runAll(positionals.length === 0 ? Object.keys(trials) : positionals);
  if (values.json) process.stdout.write(`${JSON.stringify(reports, undefined, 2)}\n`);
  process.exitCode = reports.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

async function runAll(names: readonly string[]): Promise<readonly TrialReport[]> {
  const seed = values.seed === "random" ? Math.floor(Math.random() * 1e6) : readNumber("seed", values.seed);
  const seconds = values.time === undefined ? {} : { seconds: readNumber("time", values.time) };
  const size = values.sample ? "sample" : "full";
  const reports: TrialReport[] = [];
  for (const name of names) {
    const { load, rounds: usual } = trials[name] as (typeof trials)[string];
    const rounds = values.rounds === undefined ? usual : readNumber("rounds", values.rounds);
    const marks = markedEnvironment();
    const findLeftovers = startWatch(root, marks);
    const { TMPDIR } = process.env;
    Object.assign(process.env, marks);
    const { runRound, end } = await load();
    const onRound = values.progress ? { onRound: (of: number, round: Round) => printRound(name, of, round) } : {};
    const report = await runTrial(name, runRound, { rounds, seed, size, ...seconds, ...onRound });
    await end?.();
    const left = (await findLeftovers()).map((line) => ({ seed, text: `left behind: ${line}` }));
    restore(TMPDIR);
    reports.push({ ...report, failures: [...report.failures, ...left] });
    if (!values.json) process.stdout.write(`${describeReport(reports.at(-1) ?? report)}\n`);
  }
  return reports;
}

/** Prints what a round counted and found, on stderr. */
function printRound(name: string, seed: number, { counts, failures, notes = [] }: Round): void {
  const totals = Object.entries(counts).map(([what, count]) => `${count.toLocaleString("en")} ${what}`);
  process.stderr.write(`${name} ${seed}: ${[...totals, ...notes, ...failures].join("; ")}\n`);
}

/** Puts the temporary directory back, inside which the next trial gets a new one. */
function restore(directory: string | undefined): void {
  if (directory === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = directory;
}

function readNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  process.stderr.write(`--${name} must be a whole number, not "${text}".\n`);
  process.exit(2);
}
