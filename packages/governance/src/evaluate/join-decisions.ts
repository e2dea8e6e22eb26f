import type { Decision, SkippedPolicy } from "../model/decision.ts";
import { strictestAction } from "../model/policy-action.ts";

/** One decision about many texts. A policy that was checked in one of them was not skipped. */
export function joinDecisions(decisions: readonly Decision[]): Decision {
  const passed = new Set(decisions.flatMap((decision) => decision.passed));
  const violations = decisions.flatMap((decision) => decision.violations);
  const accepted = decisions.flatMap((decision) => decision.accepted);
  const shadowed = decisions.flatMap((decision) => decision.shadowed);
  const broken = new Set(violations.map(({ policy }) => policy));
  for (const policy of broken) passed.delete(policy);
  for (const { violation } of accepted) passed.delete(violation.policy);
  for (const { policy } of shadowed) passed.delete(policy);
  return {
    action: strictestAction(decisions.map(({ action }) => action)),
    violations,
    accepted,
    shadowed,
    passed: [...passed],
    skipped: joinSkips(decisions.flatMap(({ skipped }) => skipped)).filter(
      ({ policy }) => !passed.has(policy) && !broken.has(policy),
    ),
    diagnostics: decisions.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** One reason a policy, the one that got furthest; what is counted is added up. */
function joinSkips(skipped: readonly SkippedPolicy[]): readonly SkippedPolicy[] {
  const joined = new Map<string, SkippedPolicy>();
  for (const skip of skipped) {
    const known = joined.get(skip.policy);
    if (known === undefined || progressOf(skip) > progressOf(known)) joined.set(skip.policy, skip);
    else if ("count" in skip.reason && "count" in known.reason && skip.reason.kind === known.reason.kind) {
      const reason = { ...known.reason, count: known.reason.count + skip.reason.count };
      joined.set(skip.policy, { policy: skip.policy, reason });
    }
  }
  return [...joined.values()];
}

const progress = [
  "disabled",
  "declared",
  "phase",
  "glob",
  "filter",
  "prefilter",
  "excused",
  "baseline",
  "suppressed",
  "shadow",
  "indeterminate",
];

function progressOf({ reason }: SkippedPolicy): number {
  return progress.indexOf(reason.kind);
}
