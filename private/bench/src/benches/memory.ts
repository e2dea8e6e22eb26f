import type { LoadedHeap } from "../children/loaded-heap.ts";
import { runChild } from "../children/run-child.ts";
import { formatBytes, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { DifferentAnswers } from "../same-answer.ts";
import { createWorkload } from "../workload.ts";

/** What 10 000 rules take up in a rulebook that has answered, against the bytes of their files. */
export async function benchMemory(): Promise<readonly Row[]> {
  const { rules } = createWorkload();
  await using files = await writeRuleFiles(rules);
  const heap = await runChild<LoadedHeap>("loaded-heap", [files.dir], ["--expose-gc"]);
  if (heap.rules !== rules.length) throw new DifferentAnswers(`The rulebook holds ${heap.rules} rules, not ${rules.length}.`);
  return [
    {
      bench: "memory",
      what: `heap with ${rules.length} rules loaded`,
      ours: formatBytes(heap.bytes),
      opponent: formatBytes(files.bytes),
      against: "bytes of the files",
      ratio: heap.bytes / files.bytes,
      hold: { kind: "times", limit: 6 },
    },
  ];
}
