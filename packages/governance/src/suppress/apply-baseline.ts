import { strictestAction } from "@precept/contract/values";
import type { Decision, SkippedPolicyReason } from "../model/decision.ts";
import { splitByBaseline, type Baseline } from "./baseline.ts";
import { skipsOfAccepted, skipsOfShadowed } from "./skipped-policies.ts";

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
