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
} from "@precept/governance";
import { evaluateOptionsFor, type ActivePolicies } from "../active-policies.ts";
import type { EnforceOptions } from "../policy-engine.ts";
import type { SequenceStore } from "./sequence-store.ts";

/** The decisions on the texts of a call, by what happened before in its session. */
export interface SequencedDecisions {
  readonly decisions: readonly Decision[];
  /** What was stored of the call. Undefined: nothing. */
  readonly call?: SequenceCall;
  /** Why what happened before could not be read or stored. */
  readonly failure?: unknown;
}

/** Whether a call can count for a policy: one of them has a sequence. */
export function hasSequences({ policies }: Pick<ActivePolicies, "policies">): boolean {
  return policies.some(({ sequence, enabled }) => sequence !== undefined && enabled);
}

/**
 * Stores a call, and applies the sequences of policies to the decisions on its texts. If storing fails, policies that
 * fail closed count as violated.
 */
export async function decideInSession(
  subjects: readonly Subject[],
  pending: readonly Decision[],
  active: ActivePolicies,
  store: SequenceStore,
  runner: PatternRunner,
  { session, ...options }: EnforceOptions & { readonly session: string },
): Promise<SequencedDecisions> {
  const policies = active.policies.filter(({ sequence }) => sequence !== undefined);
  const decided = subjects.flatMap((subject, at) => {
    const decision = pending[at];
    return decision === undefined ? [] : [{ subject, decision }];
  });
  const { tool, toolUse, call: { id = toolUse, ...known } = {} } = options;
  const observed: ObservedCall = { session, toolUse: id, at: Date.now(), ...known, ...(tool !== undefined && { tool }) };
  const { phase: _phase, candidates: _candidates, baseline: _baseline, ...shared } = evaluateOptionsFor(active, runner, options);
  const call = observeCall(observed, decided, policies, {
    hash: sha256,
    use: sha256(JSON.stringify([session, id ?? randomUUID()])).slice(0, 16),
    evaluate: (some, subject) => evaluate(some, subject, { ...shared, inlineSuppressions: false, sequences: "hold" }),
  });
  try {
    const { progress } = await store.apply({ kind: "called", ...call }, policies);
    return { decisions: applySequencesToCall(decided, policies, progress, observed, sha256), call };
  } catch (failure) {
    return { decisions: pending.map((decision) => applySequences(decision, policies, unknownProgress)), failure };
  }
}

/** The progress of an unknown session, with which policies that fail closed count as violated. */
function unknownProgress(_policy: Policy, { priority }: Violation): SequenceProgress {
  return { holds: prioritySpecs[priority].failsClosed, earlierCount: 0, count: 1, first: 0, isUnknown: true };
}
