import type { AuditLog } from "@precept/audit-log";
import type { Approval } from "../approvals.ts";

/** Writes the answer to a question to the audit log, or that it has expired without one. */
export async function writeAnswer(log: AuditLog, { question, askedAt, expiresAt, answer }: Approval): Promise<void> {
  const { key, session, agent, tool, policy, priority, fingerprint, file = null, message, suggestion = null } = question;
  const status = answer === undefined ? "expired" : answer.approved ? "approved" : "denied";
  const { by = null, at = expiresAt, remember = null, reason = null } = answer ?? {};
  await log.violations.append({
    rule_id: policy,
    handler: "ASK",
    priority,
    phase: null,
    context: { file, agent },
    violation: { message, suggestion },
    further: {
      session,
      ...(tool !== undefined && { tool }),
      fingerprint,
      approval: { key, status, asked_at: askedAt, by, at, remember, reason },
    },
  });
}
