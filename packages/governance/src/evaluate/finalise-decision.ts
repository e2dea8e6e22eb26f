import { strictestAction, type SubjectKind } from "@precept/contract/values";
import { compareText, type Diagnostic } from "@precept/core";
import type { Decision, SkippedPolicy, Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { applySuppressions } from "../suppress/apply-suppressions.ts";
import { emptyBaseline, splitByBaseline } from "../suppress/baseline.ts";
import { skipsOfAccepted, skipsOfShadowed } from "../suppress/skipped-policies.ts";
import { findSuppressions } from "../suppress/find-suppressions.ts";
import type { EvaluateOptions } from "./options.ts";

/** The kinds of text whose comments accept violations. An agent must not do so in a command. */
const suppressibleKinds: ReadonlySet<SubjectKind> = new Set(["text", "file"]);

/** The results of all policies for one text, before suppressions, baseline and shadow mode. */
export interface PolicyResults {
  /** Includes the violations of policies in shadow mode. */
  readonly violations: Violation[];
  readonly passed: string[];
  readonly skipped: SkippedPolicy[];
  readonly diagnostics: Diagnostic[];
}

/** Removes accepted violations and violations in shadow mode. The remaining ones decide the action. */
export function finaliseDecision(
  results: PolicyResults,
  policies: readonly Policy[],
  subject: Subject,
  options: EvaluateOptions,
): Decision {
  const { baseline = emptyBaseline, inlineSuppressions = suppressibleKinds.has(subjectKindOf(subject)) } = options;
  const suppressed = applySuppressions(
    results.violations.toSorted(compareViolations),
    inlineSuppressions ? findSuppressions(subject.text) : [],
    { known: policies.map(({ id }) => id), checked: checkedPolicies(results) },
    subject.file,
  );
  const { fresh, accepted: inBaseline } = splitByBaseline(suppressed.violations, baseline);
  const shadowIds = new Set(policies.filter(({ mode }) => mode === "shadow").map(({ id }) => id));
  const violations = fresh.filter(({ policy }) => !shadowIds.has(policy));
  const shadowed = fresh.filter(({ policy }) => shadowIds.has(policy));
  const accepted = [...suppressed.accepted, ...inBaseline];
  return {
    action: strictestAction(violations.map(({ action }) => action)),
    violations,
    accepted,
    shadowed,
    passed: results.passed,
    skipped: [...results.skipped, ...skipsOfShadowed(shadowed), ...skipsOfAccepted(accepted, fresh)],
    diagnostics: [...results.diagnostics, ...suppressed.diagnostics],
  };
}

/** The policies whose patterns were run: only for these is an unused suppression certain. */
function checkedPolicies({ violations, passed, skipped }: PolicyResults): ReadonlySet<string> {
  const excepted = skipped.filter(({ reason }) => reason.kind === "excepted").map(({ policy }) => policy);
  return new Set([...passed, ...excepted, ...violations.map(({ policy }) => policy)]);
}

function compareViolations(left: Violation, right: Violation): number {
  return left.offset - right.offset || compareText(left.policy, right.policy);
}
