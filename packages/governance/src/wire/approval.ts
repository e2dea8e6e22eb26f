import type { WireApprovalQuestion, WireAskedQuestion } from "@precept/contract";
import type { ApprovalQuestion, AskedQuestion } from "../model/approval.ts";

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
