import {
  describePolicySkip,
  type PolicySequence,
  subjectKindOf,
  type CommandCondition,
  type Policy,
  type PolicyMatch,
  type SkippedPolicyReason,
  type Subject,
} from "@precept/governance";
import type { PolicyContextOptions } from "../../policies/policy-context.ts";

export interface Step {
  readonly name: string;
  /** Undefined if an earlier condition failed. */
  readonly passed: boolean | undefined;
  readonly detail: string;
}

export type End = SkippedPolicyReason | { readonly kind: "nothing" };

interface StepKind {
  readonly name: string;
  /** The reasons for which this condition fails. */
  readonly ends: readonly End["kind"][];
  readonly describe: (policy: Policy, subject: Subject, context: PolicyContextOptions) => string;
}

/** In the order in which they are evaluated. */
const kinds: readonly StepKind[] = [
  {
    name: "enabled",
    ends: ["disabled", "declared"],
    describe: ({ enabled }) => (enabled ? "it is enabled" : "it is disabled"),
  },
  {
    name: "phase",
    ends: ["phase"],
    describe: (_policy, _subject, { phase }) =>
      phase === undefined ? "policies of all phases are checked" : `it is checked in ${phase}`,
  },
  {
    name: "files",
    ends: ["glob"],
    describe: ({ match: { filePatterns } }) =>
      filePatterns.length === 0 ? "it applies to all files" : `it applies to ${filePatterns.join(", ")}`,
  },
  {
    name: "context",
    ends: ["filter"],
    describe: ({ match: { contextFilter } }, subject, { context = {} }) =>
      Object.keys(contextFilter).length === 0
        ? "it requires none"
        : `it requires ${JSON.stringify(contextFilter)}; given: ${JSON.stringify({ subject: subjectKindOf(subject), ...context })}`,
  },
  {
    name: "tool",
    ends: ["tool", "subject", "input"],
    describe: ({ match: { tools, input } }, { tool }) => {
      const wanted = [...tools, ...input.map(({ path, ...operators }) => `${path} ${JSON.stringify(operators)}`)];
      if (wanted.length === 0) return "it applies to all tools";
      return `it applies to ${wanted.join(", ")}; given: ${tool ?? "text without a tool"}`;
    },
  },
  {
    name: "text",
    ends: ["prefilter", "excepted", "unavailable", "indeterminate", "nothing"],
    describe: ({ match }) => describeSearch(match) ?? "every matching file is a violation",
  },
  {
    name: "sequence",
    ends: ["sequence"],
    describe: ({ sequence }) => (sequence === undefined ? "" : describeSequence(sequence)),
  },
  { name: "accepted", ends: ["suppressed", "baseline"], describe: () => "at least one match is not accepted" },
  { name: "mode", ends: ["shadow"], describe: ({ mode }) => `its mode is ${mode}` },
];

function describeSearch(match: PolicyMatch): string | undefined {
  const { pattern, keywords, unless, validAs, minEntropy, commands, syntax, all, any, absent } = match;
  const blocks = (list: readonly PolicyMatch[]): string =>
    list.map((block) => describeSearch(block) ?? "its other conditions").join("; ");
  const wanted = [
    pattern === undefined ? keywords.join(", ") : `/${pattern}/`,
    ...commands.map((condition) => `commands with ${describeCommand(condition)}`),
    ...(syntax === undefined ? [] : [`code like ${syntax.patterns.join(" or ") || (syntax.kind ?? "")}`]),
    ...(all.length > 0 ? [`all of (${blocks(all)})`] : []),
    ...(any.length > 0 ? [`any of (${blocks(any)})`] : []),
    ...(absent.length > 0 ? [`none of (${blocks(absent)})`] : []),
  ].filter((one) => one !== "");
  if (wanted.length === 0) return undefined;
  const values = [
    ...(validAs === undefined ? [] : [`valid as ${validAs.join(" or ")}`]),
    ...(minEntropy === undefined ? [] : [`with an entropy of at least ${minEntropy}`]),
  ];
  return [
    `it searches for ${[wanted.join(" and "), ...values].join(" ")}`,
    ...unless.map(({ source }) => `unless /${source}/`),
  ].join(", ");
}

function describeCommand(condition: CommandCondition): string {
  const entries = Object.entries(condition).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return entries.map(([key, value]) => `${key} ${describeValue(value)}`).join(", ");
}

function describeValue(value: CommandCondition[keyof CommandCondition]): string {
  if (typeof value === "object" && "source" in value) return `/${value.source}/`;
  return (value ?? []).map((one) => (typeof one === "string" ? one : one.join("|"))).join(" ");
}

/** Lists the conditions up to the one that failed. @param end undefined if the policy is violated. */
export function stepsOf(policy: Policy, subject: Subject, context: PolicyContextOptions, end: End | undefined): readonly Step[] {
  const own = kinds.filter(({ name }) => name !== "sequence" || policy.sequence !== undefined);
  const last = end === undefined ? own.length : own.findIndex(({ ends }) => ends.includes(end.kind));
  return own.map(({ name, describe }, at) => {
    const detail = describe(policy, subject, context);
    if (at < last) return { name, passed: true, detail };
    if (at > last || end === undefined) return { name, passed: undefined, detail: "" };
    return {
      name,
      passed: false,
      detail: end.kind === "nothing" ? `${detail}, which is not found` : `it ${describePolicySkip(end)}`,
    };
  });
}

function describeSequence({ after, within, unless, count, same, failed, per }: PolicySequence): string {
  return [
    ...(after === undefined ? [] : [`it requires an earlier call that meets \`after\`${timeOf(within, " within")}`]),
    ...(count === 1
      ? []
      : [
          `it requires ${count} ${failed ? "failed " : ""}calls${same === undefined ? "" : ` with the same ${same}`}${timeOf(per, " in")}`,
        ]),
    ...(unless === undefined ? [] : ["a call that meets `unless` makes earlier ones count no more"]),
  ].join("; ");
}

function timeOf(milliseconds: number | undefined, word: string): string {
  return milliseconds === undefined ? "" : `${word} ${milliseconds / 1000} s`;
}
