import type { EvalRecord } from "./records/eval-record.ts";
import type { EvalReport } from "./report/eval-report.ts";
import { requireResults, writeResults, type RuleEvidence } from "./results.ts";

/**
 * Stores what an eval shows about its rules, for `precept show` and `precept lint`. Rules without a comparison are left as they are, and so is a result of the same text
 * with more runs if the eval was stopped.
 */
export async function saveResults(root: string, record: EvalRecord, report: EvalReport): Promise<void> {
  const before = await requireResults(root);
  const rules: Record<string, RuleEvidence> = {};
  for (const { name, cases, counts, effect, verdict } of report.rules) {
    if (effect === undefined) continue;
    const known = before.rules[name];
    const isSame = known !== undefined && known.sha256 === record.rules[name];
    if (report.stopped !== undefined && isSame && runsIn(known.counts) > runsIn(counts)) continue;
    rules[name] = {
      date: record.started.slice(0, 10),
      sha256: record.rules[name] ?? "",
      cases: cases.map((one) => one.name),
      counts,
      effect: { value: round(effect.value), low: round(effect.low), high: round(effect.high) },
      verdict,
    };
  }
  if (Object.keys(rules).length > 0) await writeResults(root, { rules });
}

function runsIn(counts: RuleEvidence["counts"]): number {
  return Object.values(counts).reduce((sum, { of }) => sum + of, 0);
}

/** Four digits are more than any eval shows, and the file is stable. */
function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
