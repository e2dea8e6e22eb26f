import type { WireAcceptedViolation, WireDecision, WireSkippedPolicy, WireViolation } from "@precept/contract";
import { toWireDiagnostic } from "@precept/core";
import { describePolicySkip } from "../evaluate/describe-skip.ts";
import type { AcceptedViolation, Decision, SkippedPolicy, Violation } from "../model/decision.ts";

/** Converts a decision to its wire format. */
export function toWireDecision(decision: Decision): WireDecision {
  return {
    action: decision.action,
    violations: decision.violations.map(toWireViolation),
    accepted: decision.accepted.map(toWireAccepted),
    shadowed: decision.shadowed.map(toWireViolation),
    passed: decision.passed,
    skipped: decision.skipped.map(toWireSkip),
    diagnostics: decision.diagnostics.map(toWireDiagnostic),
  };
}

/** Converts a violation to its wire format. */
export function toWireViolation(violation: Violation): WireViolation {
  return {
    rule_id: violation.policy,
    version: violation.version,
    severity: violation.severity,
    priority: violation.priority,
    handler: violation.action,
    category: violation.category,
    phase: violation.phase ?? null,
    subject: violation.subject,
    file: violation.file ?? null,
    line: violation.line,
    column: violation.column,
    end_line: violation.endLine,
    end_column: violation.endColumn,
    excerpt: violation.excerpt,
    message: violation.message,
    suggestion: violation.suggestion ?? null,
    fingerprint: violation.fingerprint,
    indeterminate: violation.indeterminate ?? null,
  };
}

function toWireAccepted({ violation, by, reason }: AcceptedViolation): WireAcceptedViolation {
  return { ...toWireViolation(violation), accepted_by: by, accepted_reason: reason ?? null };
}

function toWireSkip({ policy, reason }: SkippedPolicy): WireSkippedPolicy {
  return { rule_id: policy, reason: reason.kind, detail: describePolicySkip(reason) };
}

/** The parameters of the MCP notification `notifications/ops/priority`. */
export interface PriorityNotification {
  readonly rule_id: string;
  readonly violation: {
    /** `file:line`, or only the line if the text is not in a file. */
    readonly location: string;
    readonly message: string;
    readonly suggestion: string | null;
  };
  readonly priority: string;
  readonly handler: string;
}

/** Converts a violation to the parameters of a priority notification. */
export function toPriorityNotification(violation: Violation): PriorityNotification {
  const { policy, file, line, message, suggestion, priority, action } = violation;
  return {
    rule_id: policy,
    violation: { location: file === undefined ? String(line) : `${file}:${line}`, message, suggestion: suggestion ?? null },
    priority,
    handler: action,
  };
}
