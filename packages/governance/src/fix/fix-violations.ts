import { pushAll, applyEdits, compareEdits } from "@precept/core";
import { evaluate } from "../evaluate/evaluate.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";
import type { Decision, Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import type { Subject } from "../model/subject.ts";
import { planFixes, registeredIds } from "./plan-fixes.ts";
import type { PlanFixesOptions, PlannedFix, UnfixedReason, UnfixedViolation } from "./plan-fixes.ts";

/** A violation that was fixed. The fixed text was evaluated again: the violation is gone, and there is no new one. */
export interface FixedViolation {
  readonly violation: Violation;
  /** The text that was replaced, with secrets redacted. */
  readonly before: string;
  /** The replacement; `…` if it replaces a secret. */
  readonly after: string;
}

export interface FixResult {
  readonly text: string;
  readonly fixed: readonly FixedViolation[];
  /** The violations that remain. */
  readonly unfixed: readonly UnfixedViolation[];
  /** The decision about the fixed text. */
  readonly decision: Decision;
}

export interface FixViolationsOptions extends EvaluateOptions, Pick<PlanFixesOptions, "isWanted"> {}

/** The maximum number of rounds. A fix can reveal another violation, which the next round fixes. */
const maxRounds = 10;

/**
 * Fixes the violations of a text and evaluates the result. A fix is reverted if the fixed text still violates the
 * policy at that location, or violates another policy.
 *
 * @example
 * ```ts
 * import { fixViolations, parsePolicies } from "@precept/governance";
 *
 * const yaml = "{ id: TYPO, severity: HIGH, match: { pattern: teh }, fix: { replacement: the }, message: Typo. }";
 * const policies = parsePolicies(yaml).policies.map(({ policy }) => policy);
 * const { text, fixed } = fixViolations(policies, { text: "teh cart" }, { hash: (one) => one }); // text: "the cart"
 * ```
 */
export function fixViolations(policies: readonly Policy[], subject: Subject, options: FixViolationsOptions): FixResult {
  const check = (text: string): Decision => evaluate(policies, { ...subject, text }, options);
  const registered = registeredIds(policies);
  const counts = new Map<string, number>();
  const failed = new Map<string, UnfixedReason>();
  const fixed: FixedViolation[] = [];
  let state: CheckedText = { text: subject.text, decision: check(subject.text) };
  for (let round = 0; round < maxRounds; round += 1) {
    const wanted = state.decision.violations.filter(({ fingerprint }) => !failed.has(fingerprint));
    const plan = planFixes(state.text, wanted, policies, { ...options, alreadyFixed: counts });
    const result = applyVerified(state, plan.fixes, check, registered);
    for (const { violation, reason } of result.reverted) failed.set(violation.fingerprint, reason);
    for (const fix of result.applied) {
      fixed.push(describeFix(fix, state.text));
      counts.set(fix.violation.policy, (counts.get(fix.violation.policy) ?? 0) + 1);
    }
    if (result.applied.length === 0 && result.reverted.length === 0) break;
    state = result;
  }
  const { text, decision } = state;
  const rest = planFixes(text, decision.violations, policies, { ...options, alreadyFixed: counts });
  const reasons = new Map(rest.unfixed.map(({ violation, reason }) => [violation, reason]));
  const unfixed = decision.violations.map((violation) => ({
    violation,
    // A violation that still has a fix after the last round has reappeared in each round.
    reason: failed.get(violation.fingerprint) ?? reasons.get(violation) ?? { kind: "stillViolated" as const },
  }));
  return { text, fixed, unfixed, decision };
}

function describeFix({ violation, start, end, text: replacement }: PlannedFix, text: string): FixedViolation {
  const isRedacted = violation.match !== text.slice(start, end);
  return { violation, before: violation.match, after: isRedacted ? "…" : replacement };
}

interface CheckedText {
  readonly text: string;
  readonly decision: Decision;
}

interface VerifiedText extends CheckedText {
  readonly applied: readonly PlannedFix[];
  readonly reverted: readonly UnfixedViolation[];
}

function applyVerified(
  before: CheckedText,
  planned: readonly PlannedFix[],
  check: (text: string) => Decision,
  registered: ReadonlySet<string>,
): VerifiedText {
  const reverted: UnfixedViolation[] = [];
  let applied = planned;
  while (applied.length > 0) {
    const text = applyEdits(before.text, applied);
    const decision = check(text);
    const hiding = findHidingFixes(applied, before.decision, decision, registered);
    const bad = hiding.length > 0 ? hiding : findBadFixes(applied, before.decision, decision);
    if (bad.length === 0) return { text, decision, applied, reverted };
    pushAll(reverted, bad);
    const badViolations = new Set(bad.map(({ violation }) => violation));
    applied = applied.filter(({ violation }) => !badViolations.has(violation));
  }
  return { ...before, applied, reverted };
}

function findBadFixes(fixes: readonly PlannedFix[], before: Decision, after: Decision): readonly UnfixedViolation[] {
  const known = new Set(before.violations.map(({ fingerprint }) => fingerprint));
  const fresh = after.violations.filter(({ fingerprint }) => !known.has(fingerprint));
  const explained = new Set<Violation>();
  const bad: UnfixedViolation[] = [];
  for (const { violation, start, end } of rangesAfter(fixes)) {
    const here = after.violations.filter(({ offset, length }) => offset <= end && offset + length >= start);
    const isStillViolated = here.some(
      ({ policy, offset, length }) => policy === violation.policy && overlapsRange(offset, length, start, end),
    );
    const freshHere = here.filter((one) => fresh.includes(one));
    for (const one of freshHere) explained.add(one);
    if (isStillViolated) bad.push({ violation, reason: { kind: "stillViolated" } });
    else if (freshHere.length > 0) bad.push({ violation, reason: newViolations(freshHere) });
  }
  // Any of the fixes may have caused a new violation elsewhere, so all of them are reverted.
  const unexplained = fresh.filter((violation) => !explained.has(violation));
  if (bad.length > 0 || unexplained.length === 0) return bad;
  return fixes.map(({ violation }) => ({ violation, reason: newViolations(unexplained) }));
}

/** Returns the range of each replacement in the fixed text, in the order of the text. */
function rangesAfter(fixes: readonly PlannedFix[]) {
  let shift = 0;
  return fixes.toSorted(compareEdits).map((fix) => {
    const start = fix.start + shift;
    shift += fix.text.length - (fix.end - fix.start);
    return { violation: fix.violation, start, end: start + fix.text.length };
  });
}

/** Finds fixes of registered policies that remove violations of other policies. */
function findHidingFixes(
  fixes: readonly PlannedFix[],
  before: Decision,
  after: Decision,
  registered: ReadonlySet<string>,
): readonly UnfixedViolation[] {
  const suspects = fixes.filter(({ violation }) => registered.has(violation.policy));
  if (suspects.length === 0) return [];
  const known = new Set(fixes.map(({ violation }) => violation.fingerprint));
  const left = new Set(after.violations.map(({ fingerprint }) => fingerprint));
  const gone = before.violations.filter(
    ({ policy, fingerprint }) => !registered.has(policy) && !known.has(fingerprint) && !left.has(fingerprint),
  );
  if (gone.length === 0) return [];
  const policies = [...new Set(gone.map(({ policy }) => policy))];
  return suspects.map(({ violation }) => ({ violation, reason: { kind: "hidesViolations", policies } }));
}

/** Whether a match overlaps a range. An empty range overlaps a match that extends to both sides of it. */
function overlapsRange(offset: number, length: number, start: number, end: number): boolean {
  return start === end ? offset < start && offset + length > start : offset < end && offset + length > start;
}

function newViolations(violations: readonly Violation[]): UnfixedReason {
  return { kind: "newViolations", policies: [...new Set(violations.map(({ policy }) => policy))] };
}
