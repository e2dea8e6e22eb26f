import type { FixResult } from "../fix/fix-text.ts";
import type { Violation } from "../model/decision.ts";
import type { Phase } from "../model/phase.ts";
import type { SoftHookEffect } from "../soft-hooks/event.ts";

/** What only those who keep a log know. */
export interface RecordStamp {
  /** `RULE-YYYYMMDD-NNN`, `SOFT_HOOK-YYYYMMDD-NNN`. */
  readonly logId: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly agent?: string;
  readonly phase?: Phase;
}

/** A violation in the audit log. */
export interface AuditRecord {
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
 * A violation as the audit log keeps it.
 *
 * @param fix what came of correcting the text, where that was tried.
 */
export function toAuditRecord(violation: Violation, stamp: RecordStamp, fix?: FixResult): AuditRecord {
  const { policy, action, priority, phase, file, line, message, suggestion } = violation;
  return {
    log_id: stamp.logId,
    timestamp: stamp.timestamp,
    rule_id: policy,
    handler: action,
    priority,
    phase: phase ?? stamp.phase ?? null,
    context: { file: file ?? null, line, agent: stamp.agent ?? null },
    violation: { message, suggestion: suggestion ?? null },
    ...(fix !== undefined && { quick_fix: describeFix(violation, fix) }),
  };
}

/** What is applied was verified: a fix that does not stand a second look is taken back. */
function describeFix({ fingerprint }: Violation, { fixed }: FixResult) {
  const own = fixed.find(({ violation }) => violation.fingerprint === fingerprint);
  return {
    applied: own !== undefined,
    change: own === undefined ? null : `${own.before} → ${own.after}`,
    verified: own !== undefined,
  };
}

/** A turn in the life of advice, in the log of soft hooks. */
export interface SoftHookRecord {
  readonly log_id: string;
  readonly timestamp: string;
  readonly rule_id: string;
  readonly action: "TRIGGERED" | "IGNORED" | "COMPLIED" | "UPGRADED";
  readonly ignore_count: number;
  readonly metadata: {
    readonly agent: string;
    readonly phase: string | null;
    readonly upgrade_threshold: number | null;
    /** What it has become. */
    readonly upgraded_to: string | null;
  };
}

const softHookActions = { triggered: "TRIGGERED", ignored: "IGNORED", complied: "COMPLIED", upgraded: "UPGRADED" } as const;

/** A turn in the life of advice, as the log of soft hooks keeps it. */
export function toSoftHookRecord(effect: SoftHookEffect, stamp: RecordStamp): SoftHookRecord {
  const { policy, agent, ignoreCount, escalation } = effect.hook;
  return {
    log_id: stamp.logId,
    timestamp: stamp.timestamp,
    rule_id: policy,
    action: softHookActions[effect.kind],
    ignore_count: ignoreCount,
    metadata: {
      agent,
      phase: stamp.phase ?? null,
      upgrade_threshold: "threshold" in effect ? effect.threshold : null,
      upgraded_to: escalation === undefined ? null : `${escalation.priority} ${escalation.action}`,
    },
  };
}
