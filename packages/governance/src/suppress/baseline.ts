import { compareText, withoutUndefined, type Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { isAcceptable } from "../model/decision.ts";
import type { AcceptedViolation, Decision, SkippedPolicyReason, Violation } from "../model/decision.ts";
import type { Baseline, BaselineEntry } from "./read-baseline.ts";
import { strictestAction } from "@precept/contract/values";
import { skipsOfAccepted, skipsOfShadowed } from "./skipped-policies.ts";

export const emptyBaseline: Baseline = { version: 1, entries: [] };

/**
 * Creates a baseline that accepts all given violations, except for managed policies and those that could not be
 * checked.
 *
 * @param retained entries to retain, such as those of files that were not checked.
 */
export function createBaseline(violations: readonly Violation[], retained: readonly BaselineEntry[] = []): Baseline {
  const entries: readonly BaselineEntry[] = violations
    .filter(isAcceptable)
    .map(({ fingerprint, policy, file, line, message }) =>
      withoutUndefined({ fingerprint, rule_id: policy, file, line, message }),
    );
  const byFingerprint = new Map([...retained, ...entries].map((entry) => [entry.fingerprint, entry]));
  return { version: 1, entries: [...byFingerprint.values()].toSorted(compareEntries) };
}

/** Splits violations into those that a baseline accepts and the others (`fresh`). */
export function splitByBaseline(
  violations: readonly Violation[],
  baseline: Baseline,
): { readonly fresh: readonly Violation[]; readonly accepted: readonly AcceptedViolation[] } {
  if (baseline.entries.length === 0) return { fresh: violations, accepted: [] };
  const known = new Set(baseline.entries.map(({ fingerprint }) => fingerprint));
  const isKnown = (violation: Violation): boolean => isAcceptable(violation) && known.has(violation.fingerprint);
  return {
    fresh: violations.filter((violation) => !isKnown(violation)),
    accepted: violations.filter(isKnown).map((violation) => ({ violation, by: "baseline" })),
  };
}

/** Accepts the violations of a decision that are in a baseline, like an evaluation with this baseline. */
export function applyBaseline(decision: Decision, baseline: Baseline): Decision {
  const { fresh: violations, accepted: inBaseline } = splitByBaseline(decision.violations, baseline);
  const { fresh: shadowed, accepted: shadowedInBaseline } = splitByBaseline(decision.shadowed, baseline);
  const accepted = [...decision.accepted, ...inBaseline, ...shadowedInBaseline];
  return {
    ...decision,
    action: strictestAction(violations.map(({ action }) => action)),
    violations,
    accepted,
    shadowed,
    skipped: [
      ...decision.skipped.filter(({ reason }) => !derivedReasons.has(reason.kind)),
      ...skipsOfShadowed(shadowed),
      ...skipsOfAccepted(accepted, [...violations, ...shadowed]),
    ],
  };
}

/** Reasons that depend on the violations, and are computed again. */
const derivedReasons: ReadonlySet<SkippedPolicyReason["kind"]> = new Set(["shadow", "suppressed", "baseline"]);

/**
 * Returns the stale entries of a baseline: their violations were checked for and not found.
 *
 * @param found the fingerprints of all violations that were found.
 * @param wasChecked whether the policy was checked in the file of the entry, or one of them no longer exists.
 */
export function staleEntries(
  baseline: Baseline,
  found: ReadonlySet<string>,
  wasChecked: (entry: BaselineEntry) => boolean,
): readonly BaselineEntry[] {
  return baseline.entries.filter((entry) => !found.has(entry.fingerprint) && wasChecked(entry));
}

/** Removes stale entries from a baseline. */
export function pruneBaseline(baseline: Baseline, stale: readonly BaselineEntry[]): Baseline {
  const removed = new Set(stale.map(({ fingerprint }) => fingerprint));
  return { version: 1, entries: baseline.entries.filter(({ fingerprint }) => !removed.has(fingerprint)) };
}

/** Reports stale entries as diagnostics. */
export function reportStale(stale: readonly BaselineEntry[], baselineFile?: string): readonly Diagnostic[] {
  return stale.map(({ rule_id, file }) => {
    const where = file === undefined ? "" : ` in ${file}`;
    const message = `Stale baseline entry: the violation of ${rule_id}${where} no longer exists.`;
    return report("baseline/stale", { file: baselineFile }, message);
  });
}

function compareEntries(left: BaselineEntry, right: BaselineEntry): number {
  return (
    compareText(left.file ?? "", right.file ?? "") ||
    (left.line ?? 0) - (right.line ?? 0) ||
    compareText(left.rule_id, right.rule_id) ||
    compareText(left.fingerprint, right.fingerprint)
  );
}
