import type { Json } from "@precept/core";
import {
  policyActionSpecs,
  toAuditRecord,
  toSoftHookRecord,
  type Decision,
  type FixResult,
  type Phase,
  type SoftHookEffect,
  type Violation,
} from "@precept/governance";
import type { AuditLog } from "@precept/audit-log";
import type { RollbackOutcome } from "../policy-engine.ts";
import type { CheckedSubject } from "./fix-subjects.ts";

/** Who did what when, as far as all entries of one decision share it. */
export interface AuditContext {
  readonly session: string;
  readonly agent: string;
  readonly phase?: Phase;
  readonly rollback?: RollbackOutcome;
}

/** A violation that is written down, and what became of it. */
export interface AuditedViolation {
  readonly violation: Violation;
  /** What came of fixing its text, and whether that is in the file. */
  readonly fix?: { readonly result: FixResult; readonly written: boolean };
  /** Whether its policy only reports. */
  readonly isShadow?: boolean;
}

/** Advice has a log of its own. */
function isRecorded({ action }: Violation): boolean {
  return policyActionSpecs[action].log === "violations";
}

/** What is written down: what is broken, first of all, then what was and is fixed, then what only reports. */
export function auditedIn(decision: Decision, checked: readonly CheckedSubject[]): readonly AuditedViolation[] {
  const fixes = checked.flatMap(({ fix }) => (fix === undefined ? [] : [{ result: fix.result, written: fix.told.written }]));
  const fixOf = ({ fingerprint }: Violation) => {
    const fix = fixes.find(({ result }) => result.fixed.some(({ violation }) => violation.fingerprint === fingerprint));
    return fix === undefined ? {} : { fix };
  };
  const left = decision.violations.filter(isRecorded);
  const known = new Set(left.map(({ fingerprint }) => fingerprint));
  const fixed = fixes
    .flatMap(({ result }) => result.fixed.map(({ violation }) => violation))
    .filter(({ fingerprint }) => !known.has(fingerprint));
  return [
    ...[...left, ...fixed].map((violation) => ({ violation, ...fixOf(violation) })),
    ...decision.shadowed.map((violation) => ({ violation, isShadow: true })),
  ];
}

/** The log itself gives entries their ids and times. */
const unstamped = { logId: "", timestamp: "" };

/**
 * Writes violations down, in their order.
 *
 * @returns the ids of their entries.
 */
export async function writeViolations(
  log: AuditLog,
  audited: readonly AuditedViolation[],
  context: AuditContext,
): Promise<ReadonlyMap<Violation, string>> {
  const entries = audited.map(
    async (one) => [one.violation, (await log.violations.append(recordOf(one, context))).log_id] as const,
  );
  return new Map(await Promise.all(entries));
}

function recordOf({ violation, fix, isShadow = false }: AuditedViolation, context: AuditContext) {
  const { agent, session, phase, rollback } = context;
  const { quick_fix, ...record } = toAuditRecord(
    violation,
    { ...unstamped, agent, ...(phase !== undefined && { phase }) },
    fix?.result,
  );
  const further: Record<string, Json> = {
    session,
    severity: violation.severity,
    version: violation.version,
    fingerprint: violation.fingerprint,
    ...(isShadow && { shadow: true }),
    ...(violation.indeterminate !== undefined && { indeterminate: violation.indeterminate }),
    ...(rollback !== undefined && !isShadow && { rollback: describeRollback(rollback) }),
  };
  // What was only worked out is not applied yet.
  const applied = quick_fix !== undefined && quick_fix.applied && fix?.written === true;
  return { ...record, ...(quick_fix !== undefined && { quick_fix: { ...quick_fix, applied } }), further };
}

function describeRollback(rollback: RollbackOutcome): Json {
  if (rollback.kind !== "done") return rollback.kind;
  return { id: rollback.id, kept: rollback.ref, undo: rollback.undo };
}

/** Writes down what became of advice. */
export async function writeSoftHooks(log: AuditLog, effects: readonly SoftHookEffect[], phase?: Phase): Promise<void> {
  const stamp = { ...unstamped, ...(phase !== undefined && { phase }) };
  await Promise.all(
    effects.map((effect) => {
      const { session, fingerprint } = effect.hook;
      return log.softHooks.append({ ...toSoftHookRecord(effect, stamp), further: { session, fingerprint } });
    }),
  );
}
