import { strictestAction } from "@precept/contract/values";
import type { Diagnostic } from "@precept/core";
import type { Decision, SkippedPolicy, SkippedPolicyReason } from "../model/decision.ts";

/** Joins the decisions about several texts. A policy that was checked in any of them does not count as skipped. */
export function joinDecisions(decisions: readonly Decision[]): Decision {
  const passed = new Set(decisions.flatMap((decision) => decision.passed));
  const violations = decisions.flatMap((decision) => decision.violations);
  const accepted = decisions.flatMap((decision) => decision.accepted);
  const shadowed = decisions.flatMap((decision) => decision.shadowed);
  const violated = new Set(violations.map(({ policy }) => policy));
  for (const policy of violated) passed.delete(policy);
  for (const { violation } of accepted) passed.delete(violation.policy);
  for (const { policy } of shadowed) passed.delete(policy);
  return {
    action: strictestAction(decisions.map(({ action }) => action)),
    violations,
    accepted,
    shadowed,
    passed: [...passed],
    skipped: joinSkips(decisions.flatMap(({ skipped }) => skipped)).filter(
      ({ policy }) => !passed.has(policy) && !violated.has(policy),
    ),
    diagnostics: withoutRepeated(decisions.flatMap(({ diagnostics }) => diagnostics)),
  };
}

/** Keeps one diagnostic of each policy that a missing package excludes: it is missing for every text. */
function withoutRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Set<string>();
  return diagnostics.filter(({ code, message }) => {
    if (code !== "check/unavailable") return true;
    const isNew = !known.has(message);
    known.add(message);
    return isNew;
  });
}

/** Keeps one skip reason per policy, the one from the latest stage. Counts of the same reason are added up. */
function joinSkips(skipped: readonly SkippedPolicy[]): readonly SkippedPolicy[] {
  const joined = new Map<string, SkippedPolicy>();
  for (const skip of skipped) {
    const known = joined.get(skip.policy);
    if (known === undefined || stages[skip.reason.kind] > stages[known.reason.kind]) joined.set(skip.policy, skip);
    else if ("count" in skip.reason && "count" in known.reason && skip.reason.kind === known.reason.kind) {
      const reason = { ...known.reason, count: known.reason.count + skip.reason.count };
      joined.set(skip.policy, { policy: skip.policy, reason });
    }
  }
  return [...joined.values()];
}

/** The order of the stages in which a policy can be skipped. */
const stages = {
  disabled: 0,
  declared: 1,
  phase: 2,
  glob: 3,
  filter: 4,
  tool: 5,
  subject: 6,
  input: 7,
  prefilter: 8,
  excepted: 9,
  sequence: 10,
  baseline: 11,
  suppressed: 12,
  shadow: 13,
  unavailable: 14,
  indeterminate: 15,
} as const satisfies Record<SkippedPolicyReason["kind"], number>;
