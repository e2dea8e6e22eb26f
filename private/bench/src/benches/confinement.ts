import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FirstLoad } from "../children/first-load.ts";
import { runChild } from "../children/run-child.ts";
import { comparePairs, summarise, type Pair } from "../measure.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

const rounds = 9;

/**
 * Times the checks that keep reads inside a root: reading 10,000 rule files through `@precept/files` against the same system calls without
 * checks, and the share of this difference in loading the files.
 */
export async function benchConfinement(): Promise<readonly Row[]> {
  const { rules } = createWorkload();
  await using files = await writeRuleFiles(rules);
  const list = join(files.dir, "paths.json");
  await writeFile(list, JSON.stringify(files.paths));
  const time = async (program: "first-read" | "first-load", mode: string): Promise<number> => {
    const load = await runChild<FirstLoad>(program, [mode, files.dir, list]);
    if (load.files !== rules.length) throw new ResultMismatch(`A fresh process read ${load.files} files.`);
    return load.milliseconds;
  };
  const reading = await comparePairs(
    () => time("first-read", "confined"),
    () => time("first-read", "plain"),
    rounds,
  );
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const loading = await time("first-load", "store");
    const cost = (await time("first-read", "confined")) - (await time("first-read", "plain"));
    pairs.push({ precept: loading, baseline: loading - cost });
  }
  const loading = summarise(pairs);
  const row = { bench: "confinement", against: "the same without checks" };
  return [
    {
      ...row,
      what: `read ${formatCount(rules.length)} rule files, first in a process`,
      precept: formatTime(reading.precept),
      baseline: formatTime(reading.baseline),
      ratio: reading.timeRatio,
    },
    {
      ...row,
      what: "  load them, first in a process",
      precept: formatTime(loading.precept),
      baseline: formatTime(loading.baseline),
      ratio: loading.timeRatio,
      goal: { kind: "times", limit: 1.05 },
    },
  ];
}
