import type { Phase } from "@precept/contract/values";
import type { FixResult } from "../fix/fix-violations.ts";
import type { Violation } from "../model/decision.ts";
import type { SoftHookEffect } from "../soft-hooks/events.ts";

/** The values of a log entry that the log, not the violation, provides. */
export interface LogEntryMetadata {
  /** `RULE-YYYYMMDD-NNN` or `SOFT_HOOK-YYYYMMDD-NNN`. */
  readonly logId: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly agent?: string;
  readonly phase?: Phase;
}

/** An entry of the audit log: a violation. */
export interface WireAuditRecord {
  readonly log_id: string;
  readonly timestamp: string;
  readonly rule_id: string;
  readonly handler: string;
  readonly priority: string;
  readonly phase: string | null;
  readonly context: { readonly file: string | null; readonly line: number; readonly agent: string | null };
  readonly violation: { readonly message: string; readonly suggestion: string | null };
  readonly quick_fix?: { readonly applied: boolean; readonly change: string | null; readonly verified: boolean };
}

/**
 * Converts a violation to an entry of the audit log.
 *
 * @param fix the result of fixing the text, if that was tried.
 */
export function toAuditRecord(violation: Violation, metadata: LogEntryMetadata, fix?: FixResult): WireAuditRecord {
  const { policy, action, priority, phase, file, line, message, suggestion } = violation;
  return {
    log_id: metadata.logId,
    timestamp: metadata.timestamp,
    rule_id: policy,
    handler: action,
    priority,
    phase: phase ?? metadata.phase ?? null,
    context: { file: file ?? null, line, agent: metadata.agent ?? null },
    violation: { message, suggestion: suggestion ?? null },
    ...(fix !== undefined && { quick_fix: describeFix(violation, fix) }),
  };
}

function describeFix({ fingerprint }: Violation, { fixed }: FixResult) {
  const own = fixed.find(({ violation }) => violation.fingerprint === fingerprint);
  const applied = own !== undefined;
  // An applied fix is always verified: `fixViolations` reverts the others.
  return { applied, change: applied ? `${own.before} → ${own.after}` : null, verified: applied };
}

/** An entry of the soft-hook log: an event of one piece of advice. */
export interface WireSoftHookRecord {
  readonly log_id: string;
  readonly timestamp: string;
  readonly rule_id: string;
  readonly action: Uppercase<SoftHookEffect["kind"]>;
  readonly ignore_count: number;
  readonly metadata: {
    readonly agent: string;
    readonly phase: string | null;
    readonly upgrade_threshold: number | null;
    /** The new priority and action, such as `P2 LOG_ONLY`. */
    readonly upgraded_to: string | null;
  };
}

/** Converts an effect to an entry of the soft-hook log. */
export function toSoftHookRecord(effect: SoftHookEffect, metadata: LogEntryMetadata): WireSoftHookRecord {
  const { policy, agent, ignoreCount, escalation } = effect.hook;
  return {
    log_id: metadata.logId,
    timestamp: metadata.timestamp,
    rule_id: policy,
    action: effect.kind.toUpperCase() as Uppercase<SoftHookEffect["kind"]>,
    ignore_count: ignoreCount,
    metadata: {
      agent,
      phase: metadata.phase ?? null,
      upgrade_threshold: "threshold" in effect ? effect.threshold : null,
      upgraded_to: escalation === undefined ? null : `${escalation.priority} ${escalation.action}`,
    },
  };
}
