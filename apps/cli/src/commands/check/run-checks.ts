import { joinDecisions, type Decision, type Subject, type Violation } from "@precept/governance";
import type { PolicyEngine } from "@precept/enforcement";
import type { LeftOutReason } from "../../files/read-text.ts";
import type { PolicyContextOptions } from "../../policies/policy-context.ts";
import type { Selection } from "./select-files.ts";

/** The result of checking, before the baseline is applied. */
export interface Checked {
  readonly decision: Decision;
  /** The files that were checked. */
  readonly files: readonly string[];
  readonly leftOut: readonly { readonly file: string; readonly reason: LeftOutReason }[];
}

/** The number of files that are checked between two progress reports. */
const batchSize = 50;

/**
 * Checks the selected files.
 *
 * @param onProgress receives the number of files checked so far, and the number of all files.
 */
export async function runChecks(
  policies: PolicyEngine,
  { files, read, context: ofInput = {} }: Selection,
  context: PolicyContextOptions,
  onProgress: (done: number, total: number) => void,
): Promise<Checked> {
  const decisions: Decision[] = [];
  const checked: string[] = [];
  const leftOut: Checked["leftOut"][number][] = [];
  for (let at = 0; at < files.length; at += batchSize) {
    onProgress(at, files.length);
    const part = files.slice(at, at + batchSize);
    const subjects: Subject[] = [];
    const texts = await Promise.all(part.map(async (file) => ({ file, ...(await read(file)) })));
    for (const { file, subject, others = [], leftOut: reason } of texts) {
      if (subject === undefined) {
        leftOut.push({ file, reason });
        continue;
      }
      subjects.push(subject, ...others);
      checked.push(file);
    }
    if (subjects.length > 0)
      decisions.push(
        await policies.check(subjects, { ...context, context: { ...ofInput, ...context.context }, baseline: false }),
      );
  }
  onProgress(files.length, files.length);
  return { decision: dropRepeated(joinDecisions(decisions)), files: checked, leftOut };
}

/** Reports a violation once that was found in the same text as several kinds of subjects. */
function dropRepeated(decision: Decision): Decision {
  const seen = new Set<string>();
  const isFirst = ({ policy, file, offset, length, line, match }: Violation): boolean => {
    if (file !== undefined) return true;
    const key = JSON.stringify([policy, offset, length, line, match]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const violations = decision.violations.filter(isFirst);
  return { ...decision, violations, shadowed: decision.shadowed.filter(isFirst) };
}
