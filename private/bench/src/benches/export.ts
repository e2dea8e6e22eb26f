import { stateDir } from "@precept/files";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { comparePairs } from "../measure.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const targets = { cursor: ".cursor", claude: ".claude", kiro: ".kiro" };

/**
 * Times the whole process of `precept export` to three tools against an empty Node process: with all files new, the first repetition, later ones, and
 * `--check` in a fresh clone, which has no stored result.
 */
export async function benchExport(): Promise<readonly Row[]> {
  const { rules } = createWorkload(1000);
  const what = `precept export, ${formatCount(rules.length)} rules to 3 tools, whole process`;
  const rowOf = (when: string): Omit<Row, "precept" | "baseline"> => ({
    bench: "export",
    what: `${what}, ${when}`,
    against: "node -e 0",
  });
  const goal = { kind: "times", limit: 5 } as const;
  const rows = {
    repeated: { ...rowOf("no change"), goal },
    firstRepeat: { ...rowOf("no change, first repetition"), goal },
    fresh: rowOf("--check in a fresh clone"),
    created: rowOf("everything new"),
  };
  const names = ["repeated", "firstRepeat", "fresh", "created"] as const;
  if (!existsSync(program))
    return Object.values(rows).map((row) => ({ ...row, precept: "", baseline: "", skipped: "build first (pnpm build)" }));

  await using files = await writeRuleFiles(rules, { kinds: "native" });
  const args = [program, "export", "--to", Object.keys(targets).join(","), "--root", files.dir];
  // Without the global and user rules of this machine.
  const env = { ...process.env, PRECEPT_HOME: `${files.dir}/home`, NO_COLOR: "1" };
  const removeExports = async (): Promise<void> => {
    const written = [...Object.values(targets), ".precept/ledger.json"];
    await Promise.all(written.map((path) => rm(join(files.dir, path), { recursive: true, force: true })));
  };
  const emptyProcess = async (): Promise<number> => timeOf(["-e", "0"], env);
  const created = await comparePairs(
    async () => {
      await removeExports();
      return timeOf(args, env);
    },
    emptyProcess,
    5,
  );
  await checkFiles(files.dir, rules.length);
  const firstRepeat = await comparePairs(
    async () => {
      await removeExports();
      await timeOf(args, env);
      return timeOf(args, env);
    },
    emptyProcess,
    5,
  );
  const repeated = await comparePairs(() => timeOf(args, env), emptyProcess, 15);
  const fresh = await comparePairs(
    async () => {
      await rm(join(files.dir, stateDir), { recursive: true, force: true });
      return timeOf([...args, "--check"], env);
    },
    emptyProcess,
    5,
  );
  const measured = { repeated, firstRepeat, fresh, created };
  return names.map((name): Row => {
    const { precept, baseline, timeRatio } = measured[name];
    return { ...rows[name], precept: formatTime(precept), baseline: formatTime(baseline), ratio: timeRatio };
  });
}

async function checkFiles(dir: string, ruleCount: number): Promise<void> {
  for (const target of Object.values(targets)) {
    const names = await readdir(join(dir, target), { recursive: true });
    const written = names.filter((name) => /\.mdc?$/.test(name)).length;
    // Some rules of the workload have an inclusion that not every tool supports.
    if (written < ruleCount / 2)
      throw new ResultMismatch(`precept export wrote ${written} files for ${ruleCount} rules into ${target}.`);
  }
}

async function timeOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return performance.now() - start;
}
