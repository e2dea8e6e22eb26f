import type { SkippedPolicyReason } from "../model/decision.ts";

/** Why a policy has no part in a decision, in words that go on after its id. */
export function describePolicySkip(reason: SkippedPolicyReason): string {
  switch (reason.kind) {
    case "disabled":
      return "is disabled";
    case "declared":
      return "has nothing to look for; it can only be reported";
    case "phase":
      return `is not checked in ${reason.phase}${reason.phases.length > 0 ? `, only in ${reason.phases.join(", ")}` : ""}`;
    case "glob":
      return `is for ${reason.patterns.join(", ")}, not for ${reason.file ?? "texts without a file"}`;
    case "filter":
      return `asks for ${reason.key} ${JSON.stringify(reason.wanted)}, and it is ${JSON.stringify(reason.actual ?? null)}`;
    case "prefilter":
      return reason.keywords === undefined
        ? "needs something that is not in the text"
        : `needs one of ${reason.keywords.map((keyword) => JSON.stringify(keyword)).join(", ")}, and none is in the text`;
    case "excused":
      return `found only what its \`unless\` lets pass, ${times(reason.count)}`;
    case "indeterminate":
      return `could not be checked: ${reason.problem}`;
    case "suppressed":
      return `was suppressed in the text, ${times(reason.count)}`;
    case "baseline":
      return `is broken only where the baseline accepts it, ${times(reason.count)}`;
    case "shadow":
      return `is in shadow mode, and would be broken ${times(reason.count)}`;
  }
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
