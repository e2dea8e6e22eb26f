import { withoutUndefined, type Json } from "@precept/core";
import {
  policyActionSpecs,
  toAuditRecord,
  toSoftHookRecord,
  type AskedQuestion,
  type Decision,
  type FixResult,
  type Phase,
  type SoftHookEffect,
  type Violation,
} from "@precept/governance";
import type { AuditLog, ViolationRecord } from "@precept/audit-log";
import type { Approval } from "../approvals.ts";
import type { RollbackOutcome } from "../policy-engine.ts";
import type { AskedDecision } from "./ask-humans.ts";
import type { CheckedSubject } from "./fix-subjects.ts";

/** The context that all audit entries of one decision share. */
export interface AuditContext {
  readonly session: string;
  readonly agent: string;
  readonly tool?: string;
  readonly phase?: Phase;
  readonly rollback?: RollbackOutcome;
}

export interface AuditedViolation {
  readonly violation: Violation;
  /** The result of fixing its text, and whether the file was written. */
  readonly fix?: { readonly result: FixResult; readonly written: boolean };
  /** Whether its policy is in shadow mode. */
  readonly isShadow?: boolean;
  /** The question to a human about it. */
  readonly asked?: AskedQuestion;
  readonly quickFixType?: string | null;
}

/** Returns the violations to write: remaining violations, then fixed ones, then those of policies in shadow mode. */
export function violationsToAudit(
  decision: Decision,
  checked: readonly CheckedSubject[],
  { asked }: Pick<AskedDecision, "asked">,
  quickFixTypeOf: (policy: string) => string | null,
): readonly AuditedViolation[] {
  const fixes = checked.flatMap(({ fix }) => (fix === undefined ? [] : [{ result: fix.result, written: fix.fixed.written }]));
  const fixOf = ({ fingerprint }: Violation) =>
    fixes.find(({ result }) => result.fixed.some(({ violation }) => violation.fingerprint === fingerprint));
  const approved = decision.accepted.filter(({ by }) => by === "approval").map(({ violation }) => violation);
  // Advice is in the soft-hook log.
  const remaining = decision.violations.filter(({ action }) => policyActionSpecs[action].log === "violations");
  const known = new Set(remaining.map(({ fingerprint }) => fingerprint));
  const fixed = fixes
    .flatMap(({ result }) => result.fixed.map(({ violation }) => violation))
    .filter(({ fingerprint }) => !known.has(fingerprint));
  return [
    ...[...remaining, ...approved, ...fixed].map((violation) => {
      const quickFixType = quickFixTypeOf(violation.policy);
      return withoutUndefined({ violation, quickFixType, fix: fixOf(violation), asked: asked.get(violation) });
    }),
    ...decision.shadowed.map((violation) => ({ violation, isShadow: true })),
  ];
}

/** Placeholders: the log adds the id and the time. */
const noMetadata = { logId: "", timestamp: "" };

/** Writes violations to the audit log, in order. @returns the ids of the entries. */
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

/** Returns the records of the fixes of a text that the agent has to apply, for when the fixed text arrives. */
export function recordsOfFix(
  { fix }: CheckedSubject,
  audited: readonly AuditedViolation[],
  logIds: ReadonlyMap<Violation, string>,
  context: AuditContext,
): readonly ViolationRecord[] {
  if (fix === undefined || fix.fixed.written) return [];
  const own = new Set(fix.result.fixed.map(({ violation }) => violation.fingerprint));
  return audited
    .filter(({ violation, isShadow = false }) => !isShadow && own.has(violation.fingerprint))
    .map((one) => {
      const { quick_fix, further, ...record } = recordOf(one, context);
      const applied = quick_fix && { ...quick_fix, applied: true };
      const confirms = logIds.get(one.violation) ?? null;
      return { ...record, ...withoutUndefined({ quick_fix: applied }), further: { ...further, confirms } };
    });
}

function recordOf({ violation, fix, asked, quickFixType = null, isShadow = false }: AuditedViolation, context: AuditContext) {
  const { agent, session, tool, phase, rollback } = context;
  const metadata = { ...noMetadata, ...withoutUndefined({ agent, phase }) };
  const { quick_fix, ...record } = toAuditRecord(violation, metadata, fix?.result);
  const { severity, version, fingerprint, indeterminate } = violation;
  const further: Record<string, Json> = withoutUndefined({
    session,
    tool,
    severity,
    version,
    fingerprint,
    ...(!isShadow && describeRequest(violation, quickFixType)),
    approval: asked && describeQuestion(asked),
    ...(isShadow && { shadow: true }),
    indeterminate,
    rollback: isShadow ? undefined : rollback && describeRollback(rollback),
  });
  // A planned fix is not applied.
  const applied = quick_fix !== undefined && quick_fix.applied && fix?.written === true;
  return { ...record, ...(quick_fix !== undefined && { quick_fix: { ...quick_fix, applied } }), further };
}

/** Who is notified of a violation, and what is requested, as the protocol of the rule engine names it. */
function describeRequest({ action }: Violation, quickFixType: string | null): Record<string, Json> {
  const { recipient, request } = policyActionSpecs[action];
  if (request === undefined) return action === "TERMINATE" ? { recipient } : {};
  return { recipient, request, ...(quickFixType !== null && { quick_fix_type: quickFixType }) };
}

/** `asked` stands for a question without an answer. */
function describeQuestion({ question, status, denies, answer }: AskedQuestion): Json {
  const { by = null, at = null, remember = null, reason = null } = answer ?? {};
  return { key: question.key, status: status === "open" ? "asked" : status, denied: denies, by, at, remember, reason };
}

function describeRollback(rollback: RollbackOutcome): Json {
  if (rollback.kind !== "done") return rollback.kind;
  return { id: rollback.id, kept: rollback.ref, undo: rollback.undo };
}

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
    further: withoutUndefined({
      session,
      tool,
      fingerprint,
      approval: { key, status, asked_at: askedAt, by, at, remember, reason },
    }),
  });
}

export async function writeSoftHooks(log: AuditLog, effects: readonly SoftHookEffect[], phase?: Phase): Promise<void> {
  const metadata = { ...noMetadata, ...(phase !== undefined && { phase }) };
  await Promise.all(
    effects.map((effect) => {
      const { session, fingerprint } = effect.hook;
      return log.softHooks.append({ ...toSoftHookRecord(effect, metadata), further: { session, fingerprint } });
    }),
  );
}
