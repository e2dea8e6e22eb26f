import type { Diagnostic } from "@precept/core";
import type { PatternRunner, SequenceCall, Subject } from "@precept/governance";
import { decideEach, type ActivePolicies } from "../active-policies.ts";
import type { EnforcedDecision, EnforceOptions } from "../policy-engine.ts";
import type { RecentDiagnostics } from "./recent-diagnostics.ts";
import type { SequenceStore } from "./sequence-store.ts";
import { hasSequences, decideInSession, type SequencedDecisions } from "./session-sequences.ts";

/** Evaluates policies on the texts of a call, also by what happened before in its session. */
export class CallDecider {
  readonly #store: SequenceStore;
  readonly #runner: PatternRunner;
  readonly #recentDiagnostics: RecentDiagnostics;

  constructor(store: SequenceStore, runner: PatternRunner, recentDiagnostics: RecentDiagnostics) {
    this.#store = store;
    this.#runner = runner;
    this.#recentDiagnostics = recentDiagnostics;
  }

  /** Evaluates the policies on each text. Stores the call if a policy has a sequence. */
  async decide(
    subjects: readonly Subject[],
    active: ActivePolicies,
    options: EnforceOptions & { readonly session: string },
    diagnostics: Diagnostic[],
  ): Promise<SequencedDecisions> {
    if (!hasSequences(active)) return { decisions: await decideEach(subjects, active, this.#runner, options) };
    const pending = await decideEach(subjects, active, this.#runner, { ...options, sequences: "hold" });
    const decided = await decideInSession(subjects, pending, active, this.#store, this.#runner, options);
    if (decided.failure !== undefined)
      diagnostics.push(this.#recentDiagnostics.add("policies/session-not-stored", decided.failure));
    return decided;
  }

  /** Stores the outcome of a decision: a denied call does not count, any other one may reset the counts. */
  async recordOutcome(call: SequenceCall, decision: EnforcedDecision, { policies }: ActivePolicies): Promise<EnforcedDecision> {
    const { session, use, observations, stage } = call;
    const isDenied = stage === "before" && decision.denies;
    if (observations.length === 0 || (!isDenied && !observations.some(({ isReset }) => isReset))) return decision;
    try {
      await this.#store.apply(
        isDenied ? { kind: "denied", session, use } : { kind: "made", session, use, observations },
        policies,
      );
      return decision;
    } catch (error) {
      const diagnostic = this.#recentDiagnostics.add("policies/session-not-stored", error);
      return { ...decision, diagnostics: [...decision.diagnostics, diagnostic] };
    }
  }
}
