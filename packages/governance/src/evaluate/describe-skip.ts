import type { SkippedPolicyReason } from "../model/decision.ts";
import { times } from "../sequences/apply-sequences.ts";

/** Describes why a policy was skipped, in words that follow its id: "SHELL-1 is disabled". */
export function describePolicySkip(reason: SkippedPolicyReason): string {
  switch (reason.kind) {
    case "disabled":
      return "is disabled";
    case "declared":
      return "has no `match` to check";
    case "phase":
      return `is not checked in ${reason.phase}${reason.phases.length > 0 ? `, only in ${reason.phases.join(", ")}` : ""}`;
    case "glob":
      return `applies to ${reason.patterns.join(", ")}, not to ${reason.file ?? "text without a file"}`;
    case "filter":
      return `requires ${reason.key} to be ${JSON.stringify(reason.wanted)}, but it is ${JSON.stringify(reason.actual ?? null)}`;
    case "tool":
      return `applies to calls of ${reason.wanted.join(", ")}, not to ${reason.tool ?? "text without a tool"}`;
    case "input":
      return `requires another value at ${JSON.stringify(reason.path)} in the input of the tool`;
    case "subject":
      return `checks commands, which a subject of the kind "${reason.subject}" does not have`;
    case "prefilter":
      return reason.keywords === undefined
        ? "requires a literal that is not in the text"
        : `requires one of the keywords ${reason.keywords.map((keyword) => JSON.stringify(keyword)).join(", ")}, none of which is in the text`;
    case "excepted":
      return reason.byValue === true
        ? `matches only values that \`valid_as\` or \`min_entropy\` rules out, ${times(reason.count)}`
        : `matches only what \`unless\` excepts, ${times(reason.count)}`;
    case "sequence":
      return reason.lacksEarlier
        ? "requires an earlier call that meets `after`, which the session does not have"
        : `requires ${reason.required} matches in the session, of which this is number ${reason.count}`;
    case "unavailable":
      return `is not checked: ${reason.cause}`;
    case "indeterminate":
      return `could not be checked: ${reason.cause}`;
    case "suppressed":
      return `is suppressed in the text, ${times(reason.count)}`;
    case "baseline":
      return `is violated only where the baseline accepts it, ${times(reason.count)}`;
    case "shadow":
      return `is in shadow mode and would be violated ${times(reason.count)}`;
    default:
      return reason satisfies never;
  }
}
