import { setImmediate } from "node:timers/promises";
import { sha256 } from "@precept/files";
import { normalisePath, type Diagnostic, withoutUndefined } from "@precept/core";
import {
  createCandidateFinder,
  evaluate,
  prefilterPatternsOf,
  signalsOf,
  type Baseline,
  type CandidateFinder,
  type Decision,
  type EvaluateOptions,
  type GovernanceTables,
  type PatternRunner,
  type Policy,
  type ProjectFiles,
  type SignalKey,
  type Subject,
} from "@precept/governance";
import type { CheckOptions } from "./policy-engine.ts";
import type { PolicySourceOf } from "./policy-source.ts";

/** The active policies and everything that is needed to evaluate them. Immutable: a reload creates a new value. */
export interface ActivePolicies {
  /** The policies with the adjustments of the settings applied. */
  readonly policies: readonly Policy[];
  /** The policies as they were loaded. */
  readonly loaded: readonly Policy[];
  readonly sources: ReadonlyMap<string, PolicySourceOf>;
  readonly diagnostics: readonly Diagnostic[];
  readonly baseline: Baseline;
  readonly tables: GovernanceTables;
  readonly candidates: CandidateFinder;
  readonly signals: ReadonlySet<SignalKey>;
  /** The files of the project, for the scripts that commands run. */
  readonly project: ProjectFiles;
}

/** Settings that change all policies. */
export interface PolicyAdjustments {
  readonly shadow: boolean;
  readonly maxFixes: number | undefined;
}

/** Applies the settings to policies, except managed ones, and prepares them for evaluation. */
export function activatePolicies(
  loaded: readonly Policy[],
  adjustments: PolicyAdjustments,
  rest: Omit<ActivePolicies, "policies" | "loaded" | "candidates" | "signals">,
): ActivePolicies {
  const policies = loaded.map((policy) => adjust(policy, adjustments));
  return {
    ...rest,
    policies,
    loaded,
    signals: signalsOf(policies),
    candidates: createCandidateFinder(() => policies.flatMap(prefilterPatternsOf)),
  };
}

function adjust(policy: Policy, { shadow, maxFixes }: PolicyAdjustments): Policy {
  const { fix, origin } = policy;
  if (origin === "managed") return policy;
  const isLimited = fix !== undefined && fix.maxFixes === undefined && maxFixes !== undefined;
  if (!isLimited && (!shadow || policy.mode === "shadow")) return policy;
  return { ...policy, ...(shadow && { mode: "shadow" as const }), ...(isLimited && { fix: { ...fix, maxFixes } }) };
}

/** How texts are evaluated. */
export interface DecideOptions extends CheckOptions, Pick<EvaluateOptions, "sequences"> {}

export function evaluateOptionsFor(active: ActivePolicies, runner: PatternRunner, options: DecideOptions): EvaluateOptions {
  const { phase, context, highQuality, baseline = true, sequences } = options;
  return {
    ...(sequences !== undefined && { sequences }),
    hash: sha256,
    runner,
    tables: active.tables,
    candidates: active.candidates,
    project: active.project,
    ...withoutUndefined({ phase, context, highQuality }),
    ...(baseline && { baseline: active.baseline }),
  };
}

/** Returns the policies of a check. Others are included but disabled, so that comments can still name them. */
export function policiesFor({ policies }: ActivePolicies, { only }: CheckOptions): readonly Policy[] {
  return only === undefined
    ? policies
    : policies.map((policy) => (only.includes(policy.id) ? policy : { ...policy, enabled: false }));
}

/** Normalises the file paths of subjects relative to the project. */
export function normaliseSubjects(subject: Subject | readonly Subject[], root: string): readonly Subject[] {
  const all = Array.isArray(subject) ? (subject as readonly Subject[]) : [subject as Subject];
  return all.map((item) => (item.file === undefined ? item : { ...item, file: normalisePath(item.file, root) }));
}

function decide(subject: Subject, active: ActivePolicies, runner: PatternRunner, options: DecideOptions): Decision {
  options.signal?.throwIfAborted();
  const decision = evaluate(policiesFor(active, options), subject, evaluateOptionsFor(active, runner, options));
  const { only } = options;
  return only === undefined ? decision : { ...decision, skipped: decision.skipped.filter(({ policy }) => only.includes(policy)) };
}

/** Evaluates the active policies on each text. Other work of the process runs in between. */
export async function decideEach(
  subjects: readonly Subject[],
  active: ActivePolicies,
  runner: PatternRunner,
  options: DecideOptions,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  for (const subject of subjects) {
    if (decisions.length > 0) await setImmediate();
    decisions.push(decide(subject, active, runner, options));
  }
  return decisions;
}
