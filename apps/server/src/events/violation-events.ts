import type { EventData } from "@precept/contract";
import type { LogEntry, ViolationRecord } from "@precept/audit-log";
import { isRecord } from "@precept/core";
import type { EnforcedDecision } from "@precept/enforcement";
import type { Violation } from "@precept/governance";
import { readStoredSession, toUserId, type AgentSession } from "../access/agent-session.ts";

export type ViolationData = EventData<"violation">;

/** The agent that violated a policy. */
export interface Violator extends AgentSession {
  readonly agent: string;
}

/** Converts a decision's violations to event data: logged ones, then advice and those that could not be logged. */
export function toViolations(decision: EnforcedDecision, violator: Violator, timestamp: string): readonly ViolationData[] {
  const logged = new Set(decision.logged.map(({ violation }) => violation));
  const others = [
    ...decision.violations.map((violation) => ({ violation, isShadow: false })),
    ...decision.shadowed.map((violation) => ({ violation, isShadow: true })),
  ].filter(({ violation }) => !logged.has(violation));
  return [
    ...decision.logged.map(({ violation, logId, isShadow }) => ({ violation, log_id: logId, shadow: isShadow })),
    ...others.map(({ violation, isShadow }) => ({ violation, log_id: null, shadow: isShadow })),
  ].map(({ violation, log_id, shadow }) => ({
    log_id,
    timestamp,
    user_id: toUserId(violator.user),
    session: violator.session,
    agent: violator.agent,
    ...fieldsOf(violation),
    shadow,
  }));
}

function fieldsOf(violation: Violation) {
  const { policy, severity, priority, action, phase, file, line, message, suggestion, fingerprint } = violation;
  return {
    rule_id: policy,
    severity,
    priority,
    handler: action,
    phase: phase ?? null,
    file: file ?? null,
    line,
    message,
    suggestion: suggestion ?? null,
    fingerprint,
  };
}

/** Converts an audit entry to event data. Any program may have written it, so that any field may be missing. */
export function toLoggedViolation(entry: LogEntry<ViolationRecord>): ViolationData {
  const [context, violation, further] = [recordOf(entry.context), recordOf(entry.violation), recordOf(entry.further)];
  const stored = textOrNull(further["session"]);
  const { user, session } = stored === null ? { user: null, session: null } : readStoredSession(stored);
  const line = context["line"];
  return {
    log_id: textOrNull(entry.log_id),
    timestamp: textOrNull(entry.timestamp) ?? "",
    user_id: toUserId(user),
    session,
    agent: textOrNull(context["agent"]),
    rule_id: textOrNull(entry.rule_id) ?? "",
    severity: textOrNull(further["severity"]),
    priority: textOrNull(entry.priority) ?? "",
    handler: textOrNull(entry.handler) ?? "",
    phase: textOrNull(entry.phase),
    file: textOrNull(context["file"]),
    line: Number.isSafeInteger(line) ? (line as number) : null,
    message: textOrNull(violation["message"]) ?? "",
    suggestion: textOrNull(violation["suggestion"]),
    fingerprint: textOrNull(further["fingerprint"]),
    shadow: further["shadow"] === true,
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
