import { toWireDiagnostic, type WireDiagnostic } from "@precept/core";
import { describePolicySkip } from "../evaluate/describe-skip.ts";
import type { AcceptedViolation, Decision, SkippedPolicy, Violation } from "../model/decision.ts";

/** A violation on the wire: JSON output, MCP, HTTP. */
export interface WireViolation {
  readonly rule_id: string;
  readonly version: string;
  readonly severity: string;
  readonly priority: string;
  readonly handler: string;
  readonly category: string;
  readonly phase: string | null;
  readonly subject: string;
  readonly file: string | null;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly excerpt: string;
  readonly message: string;
  readonly suggestion: string | null;
  readonly fingerprint: string;
  readonly indeterminate: string | null;
}

export interface WireSkippedPolicy {
  readonly rule_id: string;
  /** The `kind` of the reason. */
  readonly reason: string;
  /** The reason in words that follow the policy id. */
  readonly detail: string;
}

export interface WireAcceptedViolation extends WireViolation {
  readonly accepted_by: string;
  readonly accepted_reason: string | null;
}

/** A decision on the wire: JSON output, MCP, HTTP. */
export interface WireDecision {
  readonly action: string;
  readonly violations: readonly WireViolation[];
  readonly accepted: readonly WireAcceptedViolation[];
  readonly shadowed: readonly WireViolation[];
  readonly passed: readonly string[];
  readonly skipped: readonly WireSkippedPolicy[];
  readonly diagnostics: readonly WireDiagnostic[];
}

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
