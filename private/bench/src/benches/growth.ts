import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../measure.ts";
import { policyPatterns } from "../policy-patterns.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";
import { benchManyRules } from "./many-rules.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const peakReporter = fileURLToPath(new URL("../children/report-peak.cjs", import.meta.url));

/** A command whose time and memory are measured in growing projects. */
interface GrowthCase {
  readonly command: string;
  readonly args: readonly string[];
  /** What the sizes count. */
  readonly unit: string;
  /** In ascending order. */
  readonly sizes: readonly number[];
  /** Creates a project of this size. Disposal removes it. */
  readonly createProject: (size: number) => Promise<AsyncDisposable & { readonly dir: string }>;
  /** The exit codes that are no failure. Default: only 0. */
  readonly exitCodes?: readonly number[];
  /** How often the command runs for a size. Default: 7 times, and 3 times for more than 10,000 items. */
  readonly rounds?: number;
}

const overRules = { unit: "rules", sizes: [100, 1000, 10_000, 50_000], createProject: createRuleProject };

const cases: readonly GrowthCase[] = [
  { command: "explain", args: ["explain", "src/a.ts"], ...overRules },
  { command: "list", args: ["list"], ...overRules },
  { command: "lint", args: ["lint"], ...overRules, exitCodes: [0, 1], rounds: 2 },
  {
    command: "check",
    args: ["check", "src/a.ts"],
    unit: "policies",
    sizes: [1, 10, 100, 1000],
    createProject: createPolicyProject,
    exitCodes: [0, 1],
  },
];

/**
 * Measures time and peak memory of commands in projects of growing size, as whole processes. The bench `tree` does so for directories. The ratio compares the cost per rule, without that of an
 * empty Node process, with the cost per rule at the size before: above 1, the command grows faster than the project.
 */
export async function benchGrowth(): Promise<readonly Row[]> {
  if (!existsSync(program))
    return [{ bench: "growth", what: "growth", precept: "", baseline: "", against: "", skipped: "build first (pnpm build)" }];
  const empty = await measure(["-e", "0"], process.env, [0], 9);
  const rows: Row[] = [];
  for (const growthCase of cases) rows.push(...(await benchCase(growthCase, empty)));
  return [...rows, ...(await benchManyRules())];
}

/** Medians of whole processes. */
interface Cost {
  /** Milliseconds. */
  readonly time: number;
  /** The largest resident set, in bytes. */
  readonly memory: number;
}

/** How a cost is named and printed, and the largest ratio that counts as linear growth. */
const costs = [
  { key: "time", name: "time", format: formatTime },
  { key: "memory", name: "peak memory", format: formatBytes },
] as const satisfies readonly { readonly key: keyof Cost; readonly name: string; readonly format: (cost: number) => string }[];
const maxGrowth = 1.25;

async function benchCase(growthCase: GrowthCase, empty: Cost): Promise<readonly Row[]> {
  const { command, args, unit, sizes, createProject, exitCodes = [0], rounds } = growthCase;
  const rows: Row[] = [];
  let previous: { readonly size: number; readonly cost: Cost } | undefined;
  for (const size of sizes) {
    await using project = await createProject(size);
    // Without the global and user rules of this machine.
    const env = { ...process.env, PRECEPT_HOME: `${project.dir}/home`, NO_COLOR: "1" };
    const cost = await measure([program, ...args, "--root", project.dir], env, exitCodes, rounds ?? (size > 10_000 ? 3 : 7));
    for (const { key, name, format } of costs) {
      const perItem = (cost[key] - empty[key]) / size;
      const before = previous === undefined ? undefined : (previous.cost[key] - empty[key]) / previous.size;
      rows.push({
        bench: "growth",
        what: `precept ${command}, ${formatCount(size)} ${unit}: ${name}`,
        precept: `${format(cost[key])}, ${format(perItem)} each`,
        baseline: before === undefined ? format(empty[key]) : `${format(before)} each`,
        against: previous === undefined ? "node -e 0" : `${formatCount(previous.size)} ${unit}`,
        ...(before === undefined
          ? { ratio: cost[key] / empty[key] }
          : { ratio: perItem / before, goal: { kind: "times", limit: maxGrowth } as const }),
      });
    }
    previous = { size, cost };
  }
  return rows;
}

async function measure(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  exitCodes: readonly number[],
  rounds: number,
): Promise<Cost> {
  const times: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const start = performance.now();
    const errors = await runProgram(["--require", peakReporter, ...args], env, exitCodes);
    // The first run compiles the program.
    if (round === 0) continue;
    times.push(performance.now() - start);
    memory.push(Number(/\d+$/.exec(errors)?.[0]));
  }
  return { time: median(times), memory: median(memory) };
}

/** Runs Node. @returns what it prints to stderr. */
async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv, exitCodes: readonly number[]): Promise<string> {
  try {
    return (await run(process.execPath, args, { env, maxBuffer: 1 << 30 })).stderr;
  } catch (error) {
    if (error instanceof Error && "code" in error && exitCodes.some((code) => code === error.code))
      return "stderr" in error ? String(error.stderr) : "";
    throw new ResultMismatch(`${args.join(" ")} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function createRuleProject(count: number): Promise<AsyncDisposable & { readonly dir: string }> {
  return writeRuleFiles(createWorkload(count).rules);
}

/** Writes policies with patterns that all differ, ten in a file, and a file to check. */
async function createPolicyProject(count: number): Promise<AsyncDisposable & { readonly dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), "precept-bench-"));
  const sources = policyPatterns.filter(({ flags }) => flags === "").map(({ source }) => source);
  const policies = Array.from({ length: count }, (_, number) => ({
    id: `BENCH-${number}`,
    severity: "LOW",
    match: { pattern: `(?:${sources[number % sources.length]})|no such text ${number}` },
    message: "It is not allowed.",
  }));
  await mkdir(join(dir, ".precept/policies"), { recursive: true });
  for (let at = 0; at < count; at += 10)
    await writeFile(join(dir, `.precept/policies/part-${at}.yaml`), JSON.stringify(policies.slice(at, at + 10)));
  await mkdir(join(dir, "src"));
  await writeFile(join(dir, "src/a.ts"), "export const answer: number = 42;\n".repeat(100));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
