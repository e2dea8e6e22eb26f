import { sha256 } from "@precept/files";
import { normalisePath, type Diagnostic } from "@precept/core";
import {
  createCandidateFinder,
  evaluate,
  patternOf,
  type Baseline,
  type CandidateFinder,
  type Decision,
  type EvaluateOptions,
  type GovernanceTables,
  type PatternRunner,
  type Policy,
  type Subject,
} from "@precept/governance";
import type { CheckOptions } from "./policy-engine.ts";

/** The policies that are enforced at the moment, and what they are checked with. A value: another look makes another. */
export interface ActivePolicies {
  /** As they are acted on: what the settings say of all of them is in each. */
  readonly policies: readonly Policy[];
  /** As they are written. */
  readonly written: readonly Policy[];
  /** By id. */
  readonly sources: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly baseline: Baseline;
  readonly tables: GovernanceTables;
  readonly candidates: CandidateFinder;
}

/** What the settings say of all policies. */
export interface PolicyAdjustments {
  readonly shadow: boolean;
  readonly maxFixes: number | undefined;
}

/** Puts policies in force. */
export function activatePolicies(
  written: readonly Policy[],
  adjustments: PolicyAdjustments,
  rest: Omit<ActivePolicies, "policies" | "written" | "candidates">,
): ActivePolicies {
  const policies = written.map((policy) => adjust(policy, adjustments));
  return {
    ...rest,
    policies,
    written,
    candidates: createCandidateFinder(policies.flatMap((policy) => patternOf(policy) ?? [])),
  };
}

function adjust(policy: Policy, { shadow, maxFixes }: PolicyAdjustments): Policy {
  const { fix } = policy;
  const isLimited = fix !== undefined && fix.maxFixes === undefined && maxFixes !== undefined;
  if (!isLimited && (!shadow || policy.mode === "shadow")) return policy;
  return { ...policy, ...(shadow && { mode: "shadow" as const }), ...(isLimited && { fix: { ...fix, maxFixes } }) };
}

/** How one text is evaluated against the policies in force. */
export function evaluation(active: ActivePolicies, runner: PatternRunner, options: CheckOptions): EvaluateOptions {
  const { phase, context, highQuality, baseline = true } = options;
  return {
    hash: sha256,
    runner,
    tables: active.tables,
    candidates: active.candidates,
    ...(phase !== undefined && { phase }),
    ...(context !== undefined && { context }),
    ...(highQuality !== undefined && { highQuality }),
    ...(baseline && { baseline: active.baseline }),
  };
}

/** The policies that a check is about. Others are there, so that they may be named in comments, and play no part. */
export function policiesFor({ policies }: ActivePolicies, { only }: CheckOptions): readonly Policy[] {
  return only === undefined
    ? policies
    : policies.map((policy) => (only.includes(policy.id) ? policy : { ...policy, enabled: false }));
}

/** Texts with their files as policies name them. */
export function placeSubjects(subject: Subject | readonly Subject[], root: string): readonly Subject[] {
  const all = Array.isArray(subject) ? (subject as readonly Subject[]) : [subject as Subject];
  return all.map((one) => (one.file === undefined ? one : { ...one, file: normalisePath(one.file, root) }));
}

export function decide(subject: Subject, active: ActivePolicies, runner: PatternRunner, options: CheckOptions): Decision {
  options.signal?.throwIfAborted();
  const decision = evaluate(policiesFor(active, options), subject, evaluation(active, runner, options));
  const { only } = options;
  return only === undefined ? decision : { ...decision, skipped: decision.skipped.filter(({ policy }) => only.includes(policy)) };
}
