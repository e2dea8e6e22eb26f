import type { WireDecision, WireEnforcedDecision } from "@precept/contract";
import type { EnforcedOutcome } from "../enforcement.ts";
import type { Decision } from "../model/decision.ts";
import { toWireAskedQuestion } from "./approval.ts";
import { toWireAdvice } from "./soft-hook.ts";
import { toWireDecision } from "./decision.ts";

/** The reasons for skipping a policy that are always reported, since the policy may be violated. */
const reportedReasons: ReadonlySet<string> = new Set(["indeterminate", "suppressed", "baseline", "shadow"]);

/** Converts a decision to its wire format. @param explains whether to list all skipped policies, perhaps hundreds. */
export function toWireExplainedDecision(decision: Decision, explains: boolean): WireDecision {
  if (explains) return toWireDecision(decision);
  return toWireDecision({ ...decision, skipped: decision.skipped.filter(({ reason }) => reportedReasons.has(reason.kind)) });
}

/** Converts an enforced decision to its wire format. @param explains whether to list all skipped policies. */
export function toWireEnforcedDecision(decision: EnforcedOutcome, explains: boolean): WireEnforcedDecision {
  const { rollback } = decision;
  const { undo = null, changed = [], problem = null } = rollback ?? {};
  return {
    ...toWireExplainedDecision(decision, explains),
    stops: decision.stops,
    denies: decision.denies,
    questions: decision.questions.map(toWireAskedQuestion),
    advice: decision.advice.map(toWireAdvice),
    notifies_human: decision.notifiesHuman,
    iteration_penalty: decision.iterationPenalty,
    fixes: decision.fixes.map(({ file, text }) => ({ file: file ?? null, text })),
    rollback: rollback === undefined ? null : { status: rollback.kind, undo, changed, problem },
    log_ids: decision.logIds,
  };
}
