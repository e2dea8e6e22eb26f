import { evaluate } from "../evaluate/evaluate.ts";
import type { EvaluateOptions } from "../evaluate/options.ts";
import type { Decision, Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import type { Subject } from "../model/subject.ts";
import { planFixes, type Fix, type LeftReason, type LeftViolation, type PlanFixesOptions } from "./plan-fixes.ts";
import { applyEdits, rangesAfter } from "./text-edit.ts";

/** A violation that was corrected: looked at again, it is gone, and nothing else is broken in its place. */
export interface FixedViolation {
  readonly violation: Violation;
  /** What stood there, with secrets hidden. */
  readonly before: string;
  /** What stands there now; `…` where secrets stood. */
  readonly after: string;
}

export interface FixResult {
  readonly text: string;
  readonly fixed: readonly FixedViolation[];
  readonly left: readonly LeftViolation[];
  /** About the text as it is now. */
  readonly decision: Decision;
}

export interface FixTextOptions extends EvaluateOptions, Pick<PlanFixesOptions, "isWanted"> {}

/** How often what one fix has uncovered is fixed in turn. */
const maxRounds = 10;

/**
 * Corrects the violations of a text that can be corrected, and looks at it again: a change after which the policy is still broken at that
 * place, or another one is, is taken back. The work counts as part of the same iteration.
 */
export function fixText(policies: readonly Policy[], subject: Subject, options: FixTextOptions): FixResult {
  const check = (text: string): Decision => evaluate(policies, { ...subject, text }, options);
  const counts = new Map<string, number>();
  const failed = new Map<string, LeftReason>();
  const fixed: FixedViolation[] = [];
  let state = { text: subject.text, decision: check(subject.text) };
  for (let round = 0; round < maxRounds; round += 1) {
    const wanted = state.decision.violations.filter(({ fingerprint }) => !failed.has(fingerprint));
    const plan = planFixes(state.text, wanted, policies, { ...options, alreadyFixed: counts });
    const applied = applyVerified(state, plan.fixes, check);
    for (const { violation, reason } of applied.refused) failed.set(violation.fingerprint, reason);
    for (const fix of applied.kept) {
      fixed.push(tellFixed(fix, state.text));
      counts.set(fix.violation.policy, (counts.get(fix.violation.policy) ?? 0) + 1);
    }
    if (applied.kept.length === 0 && applied.refused.length === 0) break;
    state = applied;
  }
  return { text: state.text, fixed, left: explainLeft(state, policies, options, counts, failed), decision: state.decision };
}

function tellFixed({ violation, offset, length, replacement }: Fix, text: string): FixedViolation {
  const isShown = violation.match === text.slice(offset, offset + length);
  return { violation, before: violation.match, after: isShown ? replacement : "…" };
}

interface Checked {
  readonly text: string;
  readonly decision: Decision;
}

interface Applied extends Checked {
  readonly kept: readonly Fix[];
  readonly refused: readonly LeftViolation[];
}

/** Makes changes, and takes back those that did no good until only good ones are left. */
function applyVerified(before: Checked, planned: readonly Fix[], check: (text: string) => Decision): Applied {
  const refused: LeftViolation[] = [];
  let kept = planned;
  while (kept.length > 0) {
    const text = applyEdits(before.text, kept);
    const decision = check(text);
    const bad = findBad(kept, before.decision, decision);
    if (bad.length === 0) return { text, decision, kept, refused };
    refused.push(...bad);
    const gone = new Set(bad.map(({ violation }) => violation));
    kept = kept.filter(({ violation }) => !gone.has(violation));
  }
  return { ...before, kept, refused };
}

function findBad(fixes: readonly Fix[], before: Decision, after: Decision): readonly LeftViolation[] {
  const known = new Set(before.violations.map(({ fingerprint }) => fingerprint));
  const fresh = after.violations.filter(({ fingerprint }) => !known.has(fingerprint));
  const blamed = new Set<Violation>();
  const bad: LeftViolation[] = [];
  for (const { edit, start, end } of rangesAfter(fixes)) {
    const here = after.violations.filter(({ offset, length }) => offset <= end && offset + length >= start);
    const own = here.some(
      ({ policy, offset, length }) => policy === edit.violation.policy && touches(offset, length, start, end),
    );
    const broken = here.filter((violation) => fresh.includes(violation));
    for (const violation of broken) blamed.add(violation);
    if (own) bad.push({ violation: edit.violation, reason: { kind: "stillBroken" } });
    else if (broken.length > 0) bad.push({ violation: edit.violation, reason: breaks(broken) });
  }
  // What is newly broken elsewhere may be any change's doing, so none is kept.
  const unexplained = fresh.filter((violation) => !blamed.has(violation));
  if (bad.length > 0 || unexplained.length === 0) return bad;
  return fixes.map(({ violation }) => ({ violation, reason: breaks(unexplained) }));
}

/** Whether a match shares a character with the range; an empty range is touched by what goes across it. */
function touches(offset: number, length: number, start: number, end: number): boolean {
  return start === end ? offset < start && offset + length > start : offset < end && offset + length > start;
}

function breaks(violations: readonly Violation[]): LeftReason {
  return { kind: "breaks", policies: [...new Set(violations.map(({ policy }) => policy))] };
}

/** Every violation that is still there, with why it was not corrected. */
function explainLeft(
  { text, decision }: Checked,
  policies: readonly Policy[],
  options: FixTextOptions,
  counts: ReadonlyMap<string, number>,
  failed: ReadonlyMap<string, LeftReason>,
): readonly LeftViolation[] {
  const { left } = planFixes(text, decision.violations, policies, { ...options, alreadyFixed: counts });
  const reasons = new Map(left.map(({ violation, reason }) => [violation, reason]));
  return decision.violations.map((violation) => ({
    violation,
    // What could still be planned comes up anew with every round.
    reason: failed.get(violation.fingerprint) ?? reasons.get(violation) ?? { kind: "stillBroken" },
  }));
}
