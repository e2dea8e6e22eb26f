import { pushAll, type ProgressListener } from "@precept/core";
import type { PolicyEngine } from "@precept/enforcement";
import type { AddedLines } from "@precept/enforcement/git";
import { joinDecisions, strictestAction, type Decision, type Subject, type Violation } from "@precept/governance";
import type { Selection } from "./select-files.ts";
import type { LeftOutReason } from "../../files/read-text.ts";
import type { PolicyContextOptions } from "../../policies/policy-context.ts";

/** The result of checking, before the baseline is applied. */
export interface Checked {
  readonly decision: Decision;
  readonly files: readonly string[];
  /** The number of files that the configuration of the project excludes. */
  readonly ignored: number;
  /** The number of managed policies, which the excluded files were checked against. */
  readonly managed: number;
  readonly leftOut: readonly { readonly file: string; readonly reason: LeftOutReason }[];
}

const batchSize = 50;

export async function runChecks(
  policies: PolicyEngine,
  { files, ignored, read, context: ofInput = {} }: Selection,
  context: PolicyContextOptions,
  onProgress: ProgressListener,
): Promise<Checked> {
  const managed = (await policies.list()).filter(({ origin }) => origin === "managed").map(({ id }) => id);
  const decisions: Decision[] = [];
  const leftOut: Checked["leftOut"][number][] = [];
  const total = files.length + (managed.length === 0 ? 0 : ignored.length);
  let done = 0;
  /** @param only the policies. Default: all. Returns the files that were checked. */
  const checkAll = async (all: readonly string[], only?: readonly string[]): Promise<readonly string[]> => {
    const checked: string[] = [];
    for (let at = 0; at < all.length; at += batchSize) {
      onProgress({ step: "Checking files", done, total });
      const part = all.slice(at, at + batchSize);
      done += part.length;
      const subjects: Subject[] = [];
      const texts = await Promise.all(part.map(async (file) => ({ file, ...(await read(file)) })));
      for (const { file, subjects: found, leftOut: reason } of texts) {
        if (found === undefined) {
          leftOut.push({ file, reason });
          continue;
        }
        pushAll(subjects, found);
        checked.push(file);
      }
      if (subjects.length === 0) continue;
      const options = { ...context, context: { ...ofInput, ...context.context }, baseline: false };
      decisions.push(await policies.check(subjects, { ...options, ...(only !== undefined && { only }) }));
    }
    return checked;
  };
  const checked = await checkAll(files);
  if (managed.length > 0) await checkAll(ignored, managed);
  const decision = dropRepeated(joinDecisions(decisions));
  return { decision, files: checked, ignored: ignored.length, managed: managed.length, leftOut };
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

/** Leaves out the violations on lines that a change did not add. A violation counts if one of its lines was added. */
export function selectAdded(decision: Decision, added: AddedLines): { readonly decision: Decision; readonly unchanged: number } {
  const isAdded = ({ file, line, endLine }: Violation): boolean => {
    const ranges = file === undefined ? undefined : added.get(file);
    return ranges === undefined || ranges.some(([first, last]) => line <= last && endLine >= first);
  };
  const violations = decision.violations.filter(isAdded);
  const shadowed = decision.shadowed.filter(isAdded);
  const action = strictestAction(violations.map((violation) => violation.action));
  const unchanged = decision.violations.length + decision.shadowed.length - violations.length - shadowed.length;
  return { decision: { ...decision, action, violations, shadowed }, unchanged };
}
