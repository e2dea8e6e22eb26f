import { randomUUID } from "node:crypto";
import { sha256 } from "@precept/files";
import {
  evaluate,
  applySequencesToCall,
  applySequences,
  observeCall,
  prioritySpecs,
  type Decision,
  type ObservedCall,
  type PatternRunner,
  type Policy,
  type SequenceCall,
  type SequenceProgress,
  type Subject,
  type Violation,
  emptySequenceState,
  reduceSequences,
  type SequenceEvent,
  type SequenceRecord,
  type SequenceStep,
} from "@precept/governance";
import { decideEach, evaluateOptionsFor, type ActivePolicies } from "../active-policies.ts";
import type { EnforcedDecision, EnforceOptions } from "../policy-engine.ts";
import type { Problems } from "./recent-diagnostics.ts";
import { StateDatabase, type StateLocation, type StateValues } from "./state-database.ts";

/** The decisions on the texts of a call, by what happened before in its session. */
export interface CallDecisions {
  readonly decisions: readonly Decision[];
  /** What was stored of the call. Undefined: nothing. */
  readonly call?: SequenceCall;
}

/** Evaluates policies on a call, by what happened before. If it cannot be stored, policies may fail closed. */
export async function decideCall(
  subjects: readonly Subject[],
  active: ActivePolicies,
  runner: PatternRunner,
  store: SequenceStore,
  options: EnforceOptions & { readonly session: string },
  problems: Problems,
): Promise<CallDecisions> {
  const policies = active.policies.filter(({ sequence }) => sequence !== undefined);
  if (!policies.some(({ enabled }) => enabled)) return { decisions: await decideEach(subjects, active, runner, options) };
  const pending = await decideEach(subjects, active, runner, { ...options, sequences: "hold" });
  const decided = subjects.flatMap((subject, at) => {
    const decision = pending[at];
    return decision === undefined ? [] : [{ subject, decision }];
  });
  const { session, ...rest } = options;
  const { tool, toolUse, call: { id = toolUse, ...known } = {} } = rest;
  const observed: ObservedCall = { session, toolUse: id, at: Date.now(), ...known, ...(tool !== undefined && { tool }) };
  const { phase: _phase, candidates: _candidates, baseline: _baseline, ...shared } = evaluateOptionsFor(active, runner, rest);
  const call = observeCall(observed, decided, policies, {
    hash: sha256,
    use: sha256(JSON.stringify([session, id ?? randomUUID()])).slice(0, 16),
    evaluate: (some, subject) => evaluate(some, subject, { ...shared, inlineSuppressions: false, sequences: "hold" }),
  });
  const step = await problems.attempt("policies/session-not-stored", () => store.apply({ kind: "called", ...call }, policies));
  return step === undefined
    ? { decisions: pending.map((decision) => applySequences(decision, policies, unknownProgress)) }
    : { decisions: applySequencesToCall(decided, policies, step.progress, observed, sha256), call };
}

/** Stores the outcome of a decision: a denied call does not count, any other one may reset the counts. */
export async function recordOutcome(
  { session, use, observations, stage }: SequenceCall,
  { denies }: EnforcedDecision,
  { policies }: ActivePolicies,
  store: SequenceStore,
  problems: Problems,
): Promise<void> {
  const isDenied = stage === "before" && denies;
  if (observations.length === 0 || (!isDenied && !observations.some(({ isReset }) => isReset))) return;
  const event = isDenied ? ({ kind: "denied", session, use } as const) : ({ kind: "made", session, use, observations } as const);
  await problems.attempt("policies/session-not-stored", () => store.apply(event, policies));
}

/** The progress of an unknown session, with which policies that fail closed count as violated. */
function unknownProgress(_policy: Policy, { priority }: Violation): SequenceProgress {
  return { holds: prioritySpecs[priority].failsClosed, earlierCount: 0, count: 1, first: 0, isUnknown: true };
}

/** Stores what happened in sessions, as far as policies with a sequence need it. */
export class SequenceStore extends StateDatabase<SequenceRecord> {
  constructor(location: StateLocation) {
    super(location, "sequences", ({ session }) => session);
  }

  /** Applies an event. In read-only mode it stores nothing. */
  async apply(event: SequenceEvent, policies: readonly Policy[]): Promise<SequenceStep> {
    if (isWithoutEffect(event)) return reduceSequences(emptySequenceState, event, policies);
    const apply = (values: StateValues<SequenceRecord>): SequenceStep =>
      reduceSequences({ records: Object.fromEntries(values) }, event, policies);
    const sessions = event.kind === "forked" ? [event.from, event.to] : [event.session];
    if (this.isReadOnly) return apply(await this.read(sessions));
    const isNew = event.kind === "called" && event.observations.length > 0;
    const step = await this.update(sessions, isNew, (values) => {
      const result = apply(values);
      return { values: new Map(Object.entries(result.state.records)), result };
    });
    return step ?? apply(new Map());
  }
}

/** Whether an event neither changes nor needs what is remembered, so that the database need not be opened. */
function isWithoutEffect(event: SequenceEvent): boolean {
  return event.kind === "called" && event.observations.length === 0 && (event.stage === "before" || event.outcome === undefined);
}
