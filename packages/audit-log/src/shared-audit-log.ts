import type { LogUse, ProjectState } from "@precept/core";
import type { AuditLog } from "./audit-log.ts";
import {
  type LogEntry,
  type RecordKind,
  registrationKind,
  softHookKind,
  violationKind,
  type RegistrationRecord,
  type SoftHookRecord,
  type ViolationRecord,
} from "./entry.ts";
import { createMask, type MaskOptions } from "./mask.ts";
import { readSharedEntry, SharedLog } from "./shared-log.ts";

type AuditUse = Extract<LogUse, `audit-${string}`>;

export interface SharedAuditLogOptions {
  /** Where the logs are. */
  readonly shared: ProjectState;
  /** What to mask before writing, in addition to values that look like secrets. */
  readonly mask?: MaskOptions;
  /** The clock. Default: the system clock. */
  readonly now?: () => Date;
}

/**
 * Opens the audit log of a project in the state that servers share. Any number of servers can append; each entry contains the hash of
 * the one before it, whichever server wrote it. All entries are retained.
 */
export function createSharedAuditLog({ shared, mask, now = () => new Date() }: SharedAuditLogOptions): AuditLog {
  const { state, project } = shared;
  const masked = createMask(mask);
  const open = <LogRecord extends object>(name: AuditUse, kind: RecordKind): SharedLog<LogRecord> =>
    new SharedLog(state.log(name, project), { name, kind, mask: masked, now });
  const violations = open<ViolationRecord>("audit-violations", violationKind);
  const softHooks = open<SoftHookRecord>("audit-soft-hooks", softHookKind);
  const registrations = open<RegistrationRecord>("audit-registrations", registrationKind);
  return {
    violations,
    softHooks,
    registrations,
    async [Symbol.asyncDispose]() {
      await Promise.all([violations, softHooks, registrations].map((log) => log.close()));
    },
  };
}

/** Parses an entry of the shared log of violations. Undefined if it was tampered with so that it is none. */
export function readSharedViolation(value: string): LogEntry<ViolationRecord> | undefined {
  return readSharedEntry(value, violationKind);
}
