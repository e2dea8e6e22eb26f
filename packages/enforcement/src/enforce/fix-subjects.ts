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
import { evaluateOptionsFor, policiesFor, type ActivePolicies } from "../active-policies.ts";
import type { EnforceOptions, FixedSubject } from "../policy-engine.ts";

/** A text, the decision about it, and the result of fixing it. */
export interface CheckedSubject {
  readonly subject: Subject;
  readonly decision: Decision;
  readonly fix?: { readonly result: FixResult; readonly fixed: FixedSubject };
}

/** Fixes the fixable violations of a text. If the file was written, the returned decision is about the fixed text. */
export async function fixSubject(
  { subject, decision }: CheckedSubject,
  active: ActivePolicies,
  runner: PatternRunner,
  options: EnforceOptions,
  root: string,
): Promise<CheckedSubject> {
  const isFixable = decision.violations.some((violation) => appliesFix(violation) && violation.replacement !== undefined);
  if (options.fix === "none" || !isFixable) return { subject, decision };
  const result = fixViolations(policiesFor(active, options), subject, evaluateOptionsFor(active, runner, options));
  if (result.fixed.length === 0) return { subject, decision };
  const written = options.fix === "write" && (await write(subject, result.text, root));
  const fixed = {
    ...(subject.file !== undefined && { file: subject.file }),
    text: result.text,
    edits: [editBetween(subject.text, result.text)],
    fixed: result.fixed,
    unfixed: result.unfixed,
    written,
  };
  return { subject, decision: written ? result.decision : decision, fix: { result, fixed } };
}

/** Writes a fixed text, but only to a file that still contains the checked text. */
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

function editBetween(before: string, after: string): TextEdit {
  const maxLength = Math.min(before.length, after.length);
  let start = 0;
  while (start < maxLength && before[start] === after[start]) start += 1;
  let suffix = 0;
  while (suffix < maxLength - start && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  return { start, end: before.length - suffix, text: after.slice(start, after.length - suffix) };
}
