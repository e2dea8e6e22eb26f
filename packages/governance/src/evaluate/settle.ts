import { compareText, type Diagnostic } from "@precept/core";
import type { Decision, SkippedPolicy, Violation } from "../model/decision.ts";
import { strictestAction } from "../model/policy-action.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { applySuppressions } from "../suppress/apply-suppressions.ts";
import { countAccepted, countShadows } from "../suppress/count-skips.ts";
import { emptyBaseline, splitByBaseline } from "../suppress/baseline.ts";
import { findSuppressions } from "../suppress/find-suppressions.ts";
import type { EvaluateOptions } from "./options.ts";

/** What was found in one text, before anybody asks who has accepted it. */
export interface Found {
  /** Of all policies, shadows among them. */
  readonly violations: Violation[];
  readonly passed: string[];
  readonly skipped: SkippedPolicy[];
  readonly diagnostics: Diagnostic[];
}

/** Takes out what was accepted and what is in shadow; what is left decides. */
export function settle(found: Found, policies: readonly Policy[], subject: Subject, options: EvaluateOptions): Decision {
  const { baseline = emptyBaseline, inlineSuppressions = isWritten(subject) } = options;
  const suppressed = applySuppressions(
    found.violations.toSorted(byPlace),
    inlineSuppressions ? findSuppressions(subject.text) : [],
    { known: policies.map(({ id }) => id), checked: new Set([...found.passed, ...excusedIn(found), ...idsOf(found.violations)]) },
    subject.file,
  );
  const { fresh, accepted: known } = splitByBaseline(suppressed.violations, baseline);
  const shadows = new Set(policies.filter(({ mode }) => mode === "shadow").map(({ id }) => id));
  const violations = fresh.filter(({ policy }) => !shadows.has(policy));
  const shadowed = fresh.filter(({ policy }) => shadows.has(policy));
  const accepted = [...suppressed.accepted, ...known];
  return {
    action: strictestAction(violations.map(({ action }) => action)),
    violations,
    accepted,
    shadowed,
    passed: found.passed,
    skipped: [...found.skipped, ...countShadows(shadowed), ...countAccepted(accepted, fresh)],
    diagnostics: [...found.diagnostics, ...suppressed.diagnostics],
  };
}

/** An agent must not excuse a command in the command itself. */
function isWritten(subject: Subject): boolean {
  const kind = subjectKindOf(subject);
  return kind === "file" || kind === "text";
}

/** The policies that were looked for, and found only what may stay. */
function excusedIn({ skipped }: Found): readonly string[] {
  return skipped.filter(({ reason }) => reason.kind === "excused").map(({ policy }) => policy);
}

function idsOf(violations: readonly Violation[]): readonly string[] {
  return violations.map(({ policy }) => policy);
}

function byPlace(left: Violation, right: Violation): number {
  return left.offset - right.offset || compareText(left.policy, right.policy);
}
