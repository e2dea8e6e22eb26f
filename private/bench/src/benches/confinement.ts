import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FirstLoad } from "../children/first-load.ts";
import { runChild } from "../children/run-child.ts";
import { comparePairs, summarise, type Pair } from "../measure.ts";
import { formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { DifferentAnswers } from "../same-answer.ts";
import { createWorkload } from "../workload.ts";

const rounds = 9;

/**
 * What confinement costs: reading 10,000 rule files through `@precept/files` against the same system calls without its checks, and what the
 * difference adds to loading them.
 */
export async function benchConfinement(): Promise<readonly Row[]> {
  const { rules } = createWorkload();
  await using files = await writeRuleFiles(rules);
  const list = join(files.dir, "paths.json");
  await writeFile(list, JSON.stringify(files.paths));
  const time = async (program: "first-read" | "first-load", side: string): Promise<number> => {
    const load = await runChild<FirstLoad>(program, [side, files.dir, list]);
    if (load.files !== rules.length) throw new DifferentAnswers(`A fresh process read ${load.files} files.`);
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
    pairs.push({ ours: loading, opponent: loading - cost });
  }
  const loading = summarise(pairs);
  const row = { bench: "confinement", against: "the same without checks" };
  return [
    {
      ...row,
      what: `read ${rules.length} rule files, first in a process`,
      ours: formatTime(reading.ours),
      opponent: formatTime(reading.opponent),
      ratio: reading.timeRatio,
    },
    {
      ...row,
      what: "  load them, first in a process",
      ours: formatTime(loading.ours),
      opponent: formatTime(loading.opponent),
      ratio: loading.timeRatio,
      hold: { kind: "times", limit: 1.05 },
    },
  ];
}
