import { describePolicySkip, subjectKindOf, type Policy, type SkippedPolicyReason, type Subject } from "@precept/governance";
import type { SituationOptions } from "./situation.ts";

/** One thing that has to be so for a policy to be broken. */
export interface Step {
  readonly name: string;
  /** Undefined where nobody got so far. */
  readonly passed: boolean | undefined;
  readonly detail: string;
}

/** Why a policy is not broken: it was skipped, or there is nothing to find. */
export type End = SkippedPolicyReason | { readonly kind: "nothing" };

interface StepKind {
  readonly name: string;
  /** The reasons for which the way ends here. */
  readonly ends: readonly End["kind"][];
  /** What the policy asks for, and what there is. */
  readonly describe: (policy: Policy, subject: Subject, situation: SituationOptions) => string;
}

/** In the order in which a policy is checked. */
const kinds: readonly StepKind[] = [
  {
    name: "enabled",
    ends: ["disabled", "declared"],
    describe: ({ enabled }) => (enabled ? "it is enabled" : "it is not enabled"),
  },
  {
    name: "phase",
    ends: ["phase"],
    describe: (_policy, _subject, { phase }) =>
      phase === undefined ? "policies of every phase are checked" : `it is checked in ${phase}`,
  },
  {
    name: "files",
    ends: ["glob"],
    describe: ({ match: { filePatterns } }) =>
      filePatterns.length === 0 ? "it is for every text" : `it is for ${filePatterns.join(", ")}`,
  },
  {
    name: "context",
    ends: ["filter"],
    describe: ({ match: { contextFilter } }, subject, { context = {} }) =>
      Object.keys(contextFilter).length === 0
        ? "it asks for none"
        : `it asks for ${JSON.stringify(contextFilter)}; there is ${JSON.stringify({ subject: subjectKindOf(subject), ...context })}`,
  },
  {
    name: "text",
    ends: ["prefilter", "excepted", "indeterminate", "nothing"],
    describe: ({ match: { pattern, keywords, unless } }) => {
      if (pattern === undefined && keywords.length === 0) return "that it gets here is the violation";
      const wanted = pattern === undefined ? keywords.join(", ") : `/${pattern}/`;
      return [`it looks for ${wanted}`, ...unless.map(({ source }) => `unless /${source}/`)].join(", ");
    },
  },
  { name: "accepted", ends: ["suppressed", "baseline"], describe: () => "not everything that was found is accepted" },
  { name: "mode", ends: ["shadow"], describe: ({ mode }) => `its mode is ${mode}` },
];

/** What stood in the way of a policy, and what did not. @param end undefined where it is broken. */
export function stepsOf(policy: Policy, subject: Subject, situation: SituationOptions, end: End | undefined): readonly Step[] {
  const last = end === undefined ? kinds.length : kinds.findIndex(({ ends }) => ends.includes(end.kind));
  return kinds.map(({ name, describe }, at) => {
    const detail = describe(policy, subject, situation);
    if (at < last) return { name, passed: true, detail };
    if (at > last || end === undefined) return { name, passed: undefined, detail: "" };
    return {
      name,
      passed: false,
      detail: end.kind === "nothing" ? `${detail}, and that is not there` : `it ${describePolicySkip(end)}`,
    };
  });
}
