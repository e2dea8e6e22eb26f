import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { comparePairs } from "../measure.ts";
import { formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { warmCaches } from "../warm-caches.ts";
import { createWorkload } from "../workload.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const reporter = fileURLToPath(new URL("../children/report-cpu.cjs", import.meta.url));

interface ManyRulesCase {
  readonly args: readonly string[];
  /** Default: none. */
  readonly limit?: number;
}

const cases: readonly ManyRulesCase[] = [
  { args: ["search", "money integer cart"], limit: 5 },
  { args: ["search", "mony intger crat"] },
  { args: ["list"] },
];
const count = 10_000;
const rounds = 15;

/** Compares the processor time of commands that concern all rules with an empty Node process. Answers are compared with those without caches. */
export async function benchManyRules(): Promise<readonly Row[]> {
  if (!existsSync(program))
    return [{ bench: "growth", what: "many rules", precept: "", baseline: "", against: "", skipped: "build first (pnpm build)" }];
  await using files = await writeRuleFiles(createWorkload(count).rules);
  // Not in the project, whose directories would be listed again after each change of the caches.
  await using home = await createTemporaryDirectory();
  const env = { ...process.env, PRECEPT_HOME: join(home.dir, "precept"), NO_COLOR: "1" };
  const rows: Row[] = [];
  for (const { args, limit } of cases) {
    await rm(env.PRECEPT_HOME, { recursive: true, force: true });
    const call = async (): Promise<Called> => callNode([program, ...args, "--root", files.dir], env);
    const { stdout: expected } = await call();
    await warmCaches(env.PRECEPT_HOME, call);
    const { precept, baseline, timeRatio } = await comparePairs(
      async () => {
        const { stdout, time } = await call();
        if (stdout !== expected) throw new ResultMismatch(`precept ${args.join(" ")} answers differently with caches.`);
        return time;
      },
      async () => (await callNode(["-e", "0"], env)).time,
      rounds,
    );
    rows.push({
      bench: "growth",
      what: `precept ${args.join(" ")}, ${count.toLocaleString("en")} rules, remembered: processor time`,
      precept: formatTime(precept),
      baseline: formatTime(baseline),
      against: "node -e 0",
      ratio: timeRatio,
      ...(limit !== undefined && { goal: { kind: "times", limit } as const }),
    });
  }
  return rows;
}

async function createTemporaryDirectory(): Promise<AsyncDisposable & { readonly dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), "precept-bench-"));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

interface Called {
  readonly stdout: string;
  /** Processor time in milliseconds. */
  readonly time: number;
}

async function callNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Called> {
  const { stdout, stderr } = await run(process.execPath, ["--require", reporter, ...args], { env, maxBuffer: 1 << 30 });
  return { stdout, time: Number(/\d+$/.exec(stderr)?.[0]) / 1000 };
}
