import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import type { FirstLoad } from "../children/first-load.ts";
import { runChild } from "../children/run-child.ts";
import { comparePairs, median } from "../measure.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { createWorkload } from "../workload.ts";

const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const peakReporter = fileURLToPath(new URL("../children/report-peak.cjs", import.meta.url));

/** Compares `precept lint` of 10,000 rules, as a whole process, with reading the files in a new process, and its peak memory with their bytes. */
export async function benchLint(): Promise<readonly Row[]> {
  const { rules } = createWorkload();
  const what = `precept lint, ${formatCount(rules.length)} rules, whole process`;
  if (!existsSync(program))
    return [
      { bench: "lint", what, precept: "", baseline: "", against: "reading the files", skipped: "build first (pnpm build)" },
    ];
  await using files = await writeRuleFiles(rules);
  const list = join(files.dir, "paths.json");
  await writeFile(list, JSON.stringify(files.paths));
  const peaks: number[] = [];
  const lint = async (): Promise<number> => {
    const start = performance.now();
    const { out, errors } = await runLint(files.dir);
    const time = performance.now() - start;
    if (!out.includes(`${formatCount(rules.length)} rules checked`))
      throw new ResultMismatch(`precept lint printed ${out.slice(-80)}`);
    peaks.push(Number(/\d+$/.exec(errors)?.[0]));
    return time;
  };
  // The start of the process is not counted, so that the baseline is nothing but reading.
  const read = async (): Promise<number> => (await runChild<FirstLoad>("first-load", ["files", files.dir, list])).milliseconds;
  const { precept, baseline, timeRatio } = await comparePairs(lint, read, 5);
  const peak = median(peaks);
  return [
    {
      bench: "lint",
      what: `${what}: time`,
      precept: formatTime(precept),
      baseline: formatTime(baseline),
      against: "reading the files",
      ratio: timeRatio,
      goal: { kind: "times", limit: 20 },
    },
    {
      bench: "lint",
      what: `${what}: peak memory`,
      precept: formatBytes(peak),
      baseline: formatBytes(files.bytes),
      against: "their bytes",
      ratio: peak / files.bytes,
      goal: { kind: "times", limit: 10 },
    },
  ];
}

/** Runs `precept lint`, which exits with 1 if it finds something. */
async function runLint(dir: string): Promise<{ readonly out: string; readonly errors: string }> {
  // Without the global and user rules of this machine.
  const env = { ...process.env, PRECEPT_HOME: `${dir}/home`, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--require", peakReporter, program, "lint", "--root", dir],
      { env, maxBuffer: 1 << 28 },
      (_, out, errors) => resolve({ out, errors }),
    );
  });
}
