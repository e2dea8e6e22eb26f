import { joinDecisions, type Decision, type Subject } from "@precept/governance";
import type { PolicyEngine } from "@precept/enforcement";
import type { LeftOutReason } from "../../files/read-text.ts";
import type { SituationOptions } from "../policies/situation.ts";
import type { Selection } from "./select-files.ts";

/** What was found, before anybody asks what the baseline accepts. */
export interface Checked {
  readonly decision: Decision;
  /** The files that were looked at. */
  readonly files: readonly string[];
  readonly leftOut: readonly { readonly file: string; readonly reason: LeftOutReason }[];
}

/** How many files are read and checked before anybody is told how far it has come. */
const batch = 50;

/** @param onProgress is told how many files were checked so far, of how many. */
export async function runChecks(
  policies: PolicyEngine,
  { files, read }: Selection,
  situation: SituationOptions,
  onProgress: (done: number, total: number) => void,
): Promise<Checked> {
  const decisions: Decision[] = [];
  const checked: string[] = [];
  const leftOut: Checked["leftOut"][number][] = [];
  for (let at = 0; at < files.length; at += batch) {
    onProgress(at, files.length);
    const part = files.slice(at, at + batch);
    const subjects: Subject[] = [];
    const texts = await Promise.all(part.map(async (file) => ({ file, ...(await read(file)) })));
    for (const { file, subject, leftOut: reason } of texts) {
      if (subject === undefined) {
        leftOut.push({ file, reason });
        continue;
      }
      subjects.push(subject);
      checked.push(file);
    }
    if (subjects.length > 0) decisions.push(await policies.check(subjects, { ...situation, baseline: false }));
  }
  onProgress(files.length, files.length);
  return { decision: joinDecisions(decisions), files: checked, leftOut };
}
