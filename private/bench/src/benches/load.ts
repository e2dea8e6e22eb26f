import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Rule } from "@precept/core";
import type { FirstLoad } from "../children/first-load.ts";
import { runChild } from "../children/run-child.ts";
import { loadThroughStore, readAllFiles } from "../load-rules.ts";
import { compare, comparePairs, type Measured } from "../measure.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { listStyles, writeRuleFiles, type ListStyle, type RuleFiles } from "../rule-files.ts";
import { ResultMismatch, assertSameMembers } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

const freshRounds = 7;

/** Times loading 10,000 rule files against only reading them. */
export async function benchLoad(): Promise<readonly Row[]> {
  const { rules } = createWorkload();
  const rows: Row[] = [];
  for (const lists of listStyles) rows.push(...(await benchStyle(rules, lists)));
  return rows;
}

async function benchStyle(rules: readonly Rule[], lists: ListStyle): Promise<readonly Row[]> {
  await using files = await writeRuleFiles(rules, { lists });
  await assertSameFiles(files);
  const list = join(files.dir, "paths.json");
  await writeFile(list, JSON.stringify(files.paths));

  const timeFresh = async (mode: "store" | "files"): Promise<number> => {
    const load = await runChild<FirstLoad>("first-load", [mode, files.dir, list]);
    if (load.files !== rules.length) throw new ResultMismatch(`A fresh process loaded ${load.files} files.`);
    return load.milliseconds;
  };
  const fresh = await comparePairs(
    () => timeFresh("store"),
    () => timeFresh("files"),
    freshRounds,
  );
  const warm = await compare(
    () => loadThroughStore(files.dir),
    () => readAllFiles(files.dir, files.paths),
    { rounds: 9, warmUp: 3 },
  );
  const what = `load ${formatCount(rules.length)} rule files with ${lists} lists (${formatBytes(files.bytes)})`;
  return [rowOf(`${what}, first in a process`, fresh), rowOf("  again and again in one process", warm)];
}

function rowOf(what: string, measured: Measured): Row {
  return {
    bench: "load",
    what,
    precept: formatTime(measured.precept),
    baseline: formatTime(measured.baseline),
    against: "fs.readFile",
    ratio: measured.timeRatio,
    goal: { kind: "times", limit: 1.5 },
  };
}

async function assertSameFiles({ dir, paths }: RuleFiles): Promise<void> {
  const loaded = await loadThroughStore(dir);
  const contents = await readAllFiles(dir, paths);
  assertSameMembers(
    "The loaded files",
    new Set(loaded.map(({ origin }) => `${origin.path} ${origin.sha256}`)),
    new Set(paths.map((path, at) => `${path} ${hash("sha256", contents[at] ?? "")}`)),
  );
}
