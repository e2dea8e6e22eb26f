import { policyActionSpecs } from "@precept/contract/values";
import { editsOverlap, type TextEdit } from "@precept/core";
import type { Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";

/** An edit that fixes one violation. */
export interface PlannedFix extends TextEdit {
  readonly violation: Violation;
}

/**
 * Why a violation is not fixed. `noFix`: its policy has no fix. `action`: its action does not apply fixes. `maxFixes`:
 * the policy allows no more fixes in one text. `overlap`: the fix of another policy changes the same range.
 * `unchanged`: the fix does not change the text. `stillViolated`: the fixed text violates the same policy there.
 * `newViolations`: the fixed text violates other policies. `hidesViolations`: a client registered the policy, and the
 * fix would remove violations of other policies.
 */
export type UnfixedReason =
  | { readonly kind: "noFix" }
  | { readonly kind: "action" }
  | { readonly kind: "maxFixes"; readonly maxFixes: number }
  | { readonly kind: "overlap"; readonly policy: string }
  | { readonly kind: "unchanged" }
  | { readonly kind: "stillViolated" }
  | { readonly kind: "newViolations"; readonly policies: readonly string[] }
  | { readonly kind: "hidesViolations"; readonly policies: readonly string[] };

export interface UnfixedViolation {
  readonly violation: Violation;
  readonly reason: UnfixedReason;
}

/** The edits that would fix a text, and the violations that would remain. */
export interface FixPlan {
  readonly fixes: readonly PlannedFix[];
  readonly unfixed: readonly UnfixedViolation[];
}

export interface PlanFixesOptions {
  /** Chooses the violations to fix. Default: {@link appliesFix}. */
  readonly isWanted?: (violation: Violation) => boolean;
  /** The number of violations that were fixed before, by policy id. Counts towards `max_fixes`. */
  readonly alreadyFixed?: ReadonlyMap<string, number>;
}

/**
 * Plans the edits that fix the violations of one text, without applying them. If two fixes overlap, only the first one
 * is planned, and fixes of registered policies come after all others.
 *
 * @param text the text in which the violations were found.
 */
export function planFixes(
  text: string,
  violations: readonly Violation[],
  policies: readonly Policy[],
  { isWanted = appliesFix, alreadyFixed = new Map() }: PlanFixesOptions = {},
): FixPlan {
  const limits = new Map(policies.map(({ id, fix }) => [id, fix?.maxFixes ?? Infinity]));
  const counts = new Map(alreadyFixed);
  const fixes: PlannedFix[] = [];
  const unfixed: UnfixedViolation[] = [];
  const registered = registeredIds(policies);
  // Fixes of registered policies come last, so that they do not displace other fixes.
  const order = (left: Violation, right: Violation): number =>
    Number(registered.has(left.policy)) - Number(registered.has(right.policy)) || left.offset - right.offset;
  for (const violation of violations.toSorted(order)) {
    const fix = planFix(violation);
    if ("kind" in fix) unfixed.push({ violation, reason: fix });
    else {
      fixes.push(fix);
      counts.set(violation.policy, (counts.get(violation.policy) ?? 0) + 1);
    }
  }
  return { fixes, unfixed };

  function planFix(violation: Violation): PlannedFix | UnfixedReason {
    const { policy, offset: start, length, replacement } = violation;
    if (!isWanted(violation)) return { kind: "action" };
    if (replacement === undefined) return { kind: "noFix" };
    const fix = { start, end: start + length, text: replacement, violation };
    const overlapping = fixes.find((other) => editsOverlap(other, fix));
    if (overlapping !== undefined) return { kind: "overlap", policy: overlapping.violation.policy };
    if (text.slice(fix.start, fix.end) === replacement) return { kind: "unchanged" };
    const maxFixes = limits.get(policy) ?? Infinity;
    return (counts.get(policy) ?? 0) >= maxFixes ? { kind: "maxFixes", maxFixes } : fix;
  }
}

/** Whether the action of a violation applies the policy's fix. */
export function appliesFix({ action }: Violation): boolean {
  return policyActionSpecs[action].appliesFix;
}

/** Returns the ids of the policies that clients registered at run time. */
export function registeredIds(policies: readonly Policy[]): ReadonlySet<string> {
  return new Set(policies.filter(({ origin }) => origin === "registered").map(({ id }) => id));
}
