import type { WireAdvice, WireApprovalQuestion, WireAskedQuestion, WireDecision } from "@precept/contract";
import type { WireEnforcedDecision, WireSoftHook } from "@precept/contract";
import type { EnforcedOutcome } from "../enforcement.ts";
import type { ApprovalQuestion, AskedQuestion } from "../model/approval.ts";
import type { Decision } from "../model/decision.ts";
import type { OpenAdvice, SoftHook } from "../soft-hooks/state.ts";
import { toWireDecision } from "./decision.ts";

/** The reasons for skipping a policy that are always reported, since the policy may be violated. */
const reportedReasons: ReadonlySet<string> = new Set(["unavailable", "indeterminate", "suppressed", "baseline", "shadow"]);

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

/** Converts a question to its wire format. */
export function toWireApprovalQuestion(question: ApprovalQuestion): WireApprovalQuestion {
  const { key, policy, priority, session, agent, subject, message, excerpt } = question;
  const { tool = null, file = null, suggestion = null } = question;
  return { key, rule_id: policy, priority, session, agent, tool, subject, file, message, suggestion, excerpt };
}

/** Converts a question of a decision to its wire format. */
export function toWireAskedQuestion({ question, status, denies, answer }: AskedQuestion): WireAskedQuestion {
  const { session: _session, ...asked } = toWireApprovalQuestion(question);
  return { ...asked, status, denies, answered_by: answer?.by ?? null };
}

/** Converts advice of a decision to its wire format. */
export function toWireAdvice({ key, hook, threshold }: OpenAdvice): WireAdvice {
  const { rule_id, file, fingerprint, ignore_count, upgraded_to } = toWireSoftHook(hook, key);
  return { key, rule_id, file, fingerprint, ignore_count, upgrade_threshold: threshold, upgraded_to };
}

/** Converts a soft hook to its wire format. @param key a short key that identifies it. */
export function toWireSoftHook(hook: SoftHook, key: string): WireSoftHook {
  const { policy, session, agent, file = null, fingerprint, ignoreCount, escalation } = hook;
  return {
    key,
    rule_id: policy,
    session,
    agent,
    file,
    fingerprint,
    ignore_count: ignoreCount,
    upgraded_to: escalation === undefined ? null : { priority: escalation.priority, handler: escalation.action },
  };
}
