import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RuleIndex, resolve, type Rule } from "@precept/core";
import { comparePairs, type Measured } from "../measure.ts";
import { formatTime, type Row } from "../report.ts";
import { listStyles, writeRuleFiles, type ListStyle } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { warmCaches } from "../warm-caches.ts";
import { createWorkload } from "../workload.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const requestedFile = "src/a.ts";

/** Times the whole process of `precept explain` against an empty Node process. */
export async function benchExplain(): Promise<readonly Row[]> {
  const { rules } = createWorkload(100);
  const rows: Row[] = [];
  for (const lists of listStyles) rows.push(...(await benchStyle(rules, lists)));
  return rows;
}

async function benchStyle(rules: readonly Rule[], lists: ListStyle): Promise<readonly Row[]> {
  const what = `precept explain, ${rules.length} rules with ${lists} lists, whole process`;
  const withoutGoal = { bench: "explain", against: "node -e 0" };
  const row = { ...withoutGoal, what, goal: { kind: "times", limit: 2.5 } } as const;
  if (!existsSync(program)) return [{ ...row, precept: "", baseline: "", skipped: "build first (pnpm build)" }];

  await using files = await writeRuleFiles(rules, { lists });
  const args = [program, "explain", requestedFile, "--root", files.dir];
  // Without the global and user rules of this machine.
  const env = { ...process.env, PRECEPT_HOME: `${files.dir}/home`, NO_COLOR: "1" };
  const { stdout } = await run(process.execPath, args, { env }).catch((error: unknown) => {
    throw new ResultMismatch(`precept explain failed: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { applied } = resolve(new RuleIndex(rules), { files: [requestedFile] });
  const absent = applied.filter(({ rule }) => !stdout.includes(rule.name));
  if (applied.length === 0 || absent.length > 0)
    throw new ResultMismatch(`precept explain does not name ${absent.map(({ rule }) => rule.name).join(", ")}.`);

  const empty = (): Promise<number> => timeOf(["-e", "0"], env);
  await warmCaches(env.PRECEPT_HOME, () => timeOf(args, env));
  const warm = await comparePairs(() => timeOf(args, env), empty, 25);
  const reading = await comparePairs(
    async () => {
      await rm(`${env.PRECEPT_HOME}/cache/projects`, { recursive: true, force: true });
      return timeOf(args, env);
    },
    empty,
    15,
  );
  return [
    { ...row, ...describe(warm) },
    { ...withoutGoal, what: `${what}, all files read`, ...describe(reading) },
  ];
}

function describe({ precept, baseline, timeRatio }: Measured): Pick<Row, "precept" | "baseline" | "ratio"> {
  return { precept: formatTime(precept), baseline: formatTime(baseline), ratio: timeRatio };
}

async function timeOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await run(process.execPath, args, { env });
  return performance.now() - start;
}
