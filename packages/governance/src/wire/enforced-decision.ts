import type { WireDecision, WireEnforcedDecision } from "@precept/contract";
import type { EnforcedOutcome } from "../enforcement.ts";
import type { Decision } from "../model/decision.ts";
import { toWireAskedQuestion } from "./approval.ts";
import { toWireAdvice } from "./soft-hook.ts";
import { toWireDecision } from "./decision.ts";

/** The reasons for skipping a policy that are always reported, since the policy may be violated. */
const reportedReasons: ReadonlySet<string> = new Set(["indeterminate", "suppressed", "baseline", "shadow"]);

/**
 * Converts a decision to its wire format. @param explains whether to list all skipped policies with their reasons, of
 * which there may be hundreds.
 */
export function toWireExplainedDecision(decision: Decision, explains: boolean): WireDecision {
  if (explains) return toWireDecision(decision);
  return toWireDecision({ ...decision, skipped: decision.skipped.filter(({ reason }) => reportedReasons.has(reason.kind)) });
}

/**
 * Converts an enforced decision to its wire format. @param explains whether to list all skipped policies with their
 * reasons.
 */
export function toWireEnforcedDecision(decision: EnforcedOutcome, explains: boolean): WireEnforcedDecision {
  return {
    ...toWireExplainedDecision(decision, explains),
    stops: decision.stops,
    denies: decision.denies,
    questions: decision.questions.map(toWireAskedQuestion),
    advice: decision.advice.map(toWireAdvice),
    notifies_human: decision.notifiesHuman,
    iteration_penalty: decision.iterationPenalty,
    fixes: decision.fixes.map(({ file, text }) => ({ file: file ?? null, text })),
    rollback: decision.rollback === undefined ? null : toWireRollback(decision.rollback),
    log_ids: decision.logIds,
  };
}

function toWireRollback({
  kind,
  undo,
  changed,
  problem,
}: NonNullable<EnforcedOutcome["rollback"]>): WireEnforcedDecision["rollback"] {
  return { status: kind, undo: undo ?? null, changed: changed ?? [], problem: problem ?? null };
}
