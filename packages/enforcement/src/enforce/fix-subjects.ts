import { PreceptError, type TextEdit } from "@precept/core";
import {
  fixViolations,
  subjectKindOf,
  appliesFix,
  type Decision,
  type FixResult,
  type PatternRunner,
  type Subject,
} from "@precept/governance";
import { openRoot, replaceFileText, sha256 } from "@precept/files";
import { evaluation, policiesFor, type ActivePolicies } from "../active-policies.ts";
import type { EnforceOptions, FixedSubject } from "../policy-engine.ts";

/** A text, what was decided about it, and what came of fixing it. */
export interface CheckedSubject {
  readonly subject: Subject;
  readonly decision: Decision;
  readonly fix?: { readonly result: FixResult; readonly told: FixedSubject };
}

/** Fixes what can be fixed in a text. Once it is written, the decision is about the text as it is then. */
export async function fixSubject(
  { subject, decision }: CheckedSubject,
  active: ActivePolicies,
  runner: PatternRunner,
  options: EnforceOptions,
  root: string,
): Promise<CheckedSubject> {
  const isWorth = decision.violations.some((violation) => appliesFix(violation) && violation.replacement !== undefined);
  if (options.fix === "none" || !isWorth) return { subject, decision };
  const result = fixViolations(policiesFor(active, options), subject, evaluation(active, runner, options));
  if (result.fixed.length === 0) return { subject, decision };
  const written = options.fix === "write" && (await write(subject, result.text, root));
  const told = {
    ...(subject.file !== undefined && { file: subject.file }),
    text: result.text,
    edits: [editBetween(subject.text, result.text)],
    fixed: result.fixed,
    unfixed: result.unfixed,
    written,
  };
  return { subject, decision: written ? result.decision : decision, fix: { result, told } };
}

/** Only a file that holds the very text that was checked. */
async function write(subject: Subject, text: string, root: string): Promise<boolean> {
  const { file, fragment } = subject;
  if (file === undefined || fragment === true || subjectKindOf(subject) !== "file") return false;
  try {
    return await replaceFileText(openRoot(root), file, text, sha256(subject.text));
  } catch (error) {
    if (PreceptError.is(error, "PATH_REFUSED")) return false;
    throw error;
  }
}

/** The one change that makes the second text of the first. */
function editBetween(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let suffix = 0;
  while (suffix < most - start && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  return { start, end: before.length - suffix, text: after.slice(start, after.length - suffix) };
}
