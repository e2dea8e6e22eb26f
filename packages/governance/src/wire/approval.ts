import type { ApprovalQuestion, AskedQuestion } from "../model/approval.ts";

/** A question to a human on the wire: MCP, HTTP, JSON output. */
export interface WireApprovalQuestion {
  /** Identifies the question. */
  readonly key: string;
  readonly rule_id: string;
  readonly priority: string;
  readonly session: string;
  readonly agent: string;
  readonly tool: string | null;
  readonly subject: string;
  readonly file: string | null;
  readonly message: string;
  readonly suggestion: string | null;
  readonly excerpt: string;
}

/** A question of a decision, and what has become of it, on the wire. */
export interface WireAskedQuestion extends Omit<WireApprovalQuestion, "session"> {
  readonly status: AskedQuestion["status"];
  /** Whether the call must not be made because of it. */
  readonly denies: boolean;
  /** Who answered; null without an answer. */
  readonly answered_by: string | null;
}

/** Converts a question to its wire format. */
export function toWireApprovalQuestion(question: ApprovalQuestion): WireApprovalQuestion {
  const {
    key,
    policy,
    priority,
    session,
    agent,
    tool = null,
    subject,
    file = null,
    message,
    suggestion = null,
    excerpt,
  } = question;
  return { key, rule_id: policy, priority, session, agent, tool, subject, file, message, suggestion, excerpt };
}

/** Converts a question of a decision to its wire format. */
export function toWireAskedQuestion({ question, status, denies, answer }: AskedQuestion): WireAskedQuestion {
  const { session: _session, ...asked } = toWireApprovalQuestion(question);
  return { ...asked, status, denies, answered_by: answer?.by ?? null };
}
