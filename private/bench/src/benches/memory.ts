import type { LoadedHeap } from "../children/loaded-heap.ts";
import { runChild } from "../children/run-child.ts";
import { formatBytes, formatCount, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

/** Measures the heap of a rulebook with 10,000 rules that has resolved a request, against the bytes of the rule files. */
export async function benchMemory(): Promise<readonly Row[]> {
  const { rules } = createWorkload();
  await using files = await writeRuleFiles(rules);
  const heap = await runChild<LoadedHeap>("loaded-heap", [files.dir], ["--expose-gc"]);
  if (heap.rules !== rules.length) throw new ResultMismatch(`The rulebook holds ${heap.rules} rules, not ${rules.length}.`);
  return [
    {
      bench: "memory",
      what: `heap with ${formatCount(rules.length)} rules loaded`,
      precept: formatBytes(heap.bytes),
      baseline: formatBytes(files.bytes),
      against: "bytes of the files",
      ratio: heap.bytes / files.bytes,
      goal: { kind: "times", limit: 6 },
    },
  ];
}
