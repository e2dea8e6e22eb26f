import type { Decision, SkippedPolicyReason } from "../model/decision.ts";
import { strictestAction } from "../model/policy-action.ts";
import { splitByBaseline, type Baseline } from "./baseline.ts";
import { countAccepted, countShadows } from "./count-skips.ts";

/** The decision where a baseline accepts what it knows: what evaluating with that baseline gives, for one text or for many. */
export function acceptKnown(decision: Decision, baseline: Baseline): Decision {
  const { fresh: violations, accepted: known } = splitByBaseline(decision.violations, baseline);
  const { fresh: shadowed, accepted: knownShadows } = splitByBaseline(decision.shadowed, baseline);
  const accepted = [...decision.accepted, ...known, ...knownShadows];
  return {
    ...decision,
    action: strictestAction(violations.map(({ action }) => action)),
    violations,
    accepted,
    shadowed,
    skipped: [
      ...decision.skipped.filter(({ reason }) => !counted.has(reason.kind)),
      ...countShadows(shadowed),
      ...countAccepted(accepted, [...violations, ...shadowed]),
    ],
  };
}

/** Reasons that follow from what was found and accepted. */
const counted: ReadonlySet<SkippedPolicyReason["kind"]> = new Set(["shadow", "suppressed", "baseline"]);
