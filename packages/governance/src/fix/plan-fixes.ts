import type { Violation } from "../model/decision.ts";
import { policyActionSpecs } from "../model/policy-action.ts";
import type { Policy } from "../model/policy.ts";
import { overlap, type TextEdit } from "./text-edit.ts";

/** A change that corrects one violation. */
export interface Fix extends TextEdit {
  readonly violation: Violation;
}

/** Why a violation is left as it is. */
export type LeftReason =
  | { readonly kind: "noFix" }
  | { readonly kind: "action" }
  | { readonly kind: "maxFixes"; readonly maxFixes: number }
  | { readonly kind: "overlap"; readonly policy: string }
  | { readonly kind: "unchanged" }
  | { readonly kind: "stillBroken" }
  | { readonly kind: "breaks"; readonly policies: readonly string[] };

export interface LeftViolation {
  readonly violation: Violation;
  readonly reason: LeftReason;
}

/** What would be changed, and what not. To look at it is the dry run. */
export interface FixPlan {
  readonly fixes: readonly Fix[];
  readonly left: readonly LeftViolation[];
}

export interface PlanFixesOptions {
  /** Which violations are to be corrected. Default: those whose action is QUICK_FIX. */
  readonly isWanted?: (violation: Violation) => boolean;
  /** How many violations of a policy were corrected before. */
  readonly alreadyFixed?: ReadonlyMap<string, number>;
}

/**
 * Works out the changes that correct violations of one text. Of two that overlap the earlier one is made; the other is left for another round.
 *
 * @param text the text that the violations were found in.
 */
export function planFixes(
  text: string,
  violations: readonly Violation[],
  policies: readonly Policy[],
  { isWanted = wantsQuickFix, alreadyFixed = new Map() }: PlanFixesOptions = {},
): FixPlan {
  const limits = new Map(policies.map(({ id, fix }) => [id, fix?.maxFixes ?? Infinity]));
  const counts = new Map(alreadyFixed);
  const fixes: Fix[] = [];
  const left: LeftViolation[] = [];
  for (const violation of violations.toSorted((one, other) => one.offset - other.offset)) {
    const { policy, offset, length, replacement } = violation;
    const count = counts.get(policy) ?? 0;
    const maxFixes = limits.get(policy) ?? Infinity;
    const around = fixes.find((other) => replacement !== undefined && overlap(other, { offset, length, replacement }));
    if (!isWanted(violation)) left.push({ violation, reason: { kind: "action" } });
    else if (replacement === undefined) left.push({ violation, reason: { kind: "noFix" } });
    else if (around !== undefined) left.push({ violation, reason: { kind: "overlap", policy: around.violation.policy } });
    else if (text.slice(offset, offset + length) === replacement) left.push({ violation, reason: { kind: "unchanged" } });
    else if (count >= maxFixes) left.push({ violation, reason: { kind: "maxFixes", maxFixes } });
    else {
      fixes.push({ offset, length, replacement, violation });
      counts.set(policy, count + 1);
    }
  }
  return { fixes, left };
}

export function wantsQuickFix({ action }: Violation): boolean {
  return policyActionSpecs[action].appliesFix;
}
