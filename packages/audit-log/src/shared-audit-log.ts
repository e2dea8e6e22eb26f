import type { ProjectState } from "@precept/core";
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
import { toEntry } from "./fields.ts";
import { readLine } from "./line.ts";
import { SharedLog } from "./shared-log.ts";

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
  const options = { mask: createMask(mask), now };
  const violations = new SharedLog<ViolationRecord>(state.log("audit-violations", project), {
    ...options,
    name: "audit-violations",
    kind: violationKind,
  });
  const softHooks = new SharedLog<SoftHookRecord>(state.log("audit-soft-hooks", project), {
    ...options,
    name: "audit-soft-hooks",
    kind: softHookKind,
  });
  const registrations = new SharedLog<RegistrationRecord>(state.log("audit-registrations", project), {
    ...options,
    name: "audit-registrations",
    kind: registrationKind,
  });
  return {
    violations,
    softHooks,
    registrations,
    async [Symbol.asyncDispose]() {
      await Promise.all([violations, softHooks, registrations].map((log) => log.close()));
    },
  };
}

const kinds: Readonly<Record<"violations" | "softHooks" | "registrations", RecordKind>> = {
  violations: violationKind,
  softHooks: softHookKind,
  registrations: registrationKind,
};

/** Parses an entry of a shared log. Undefined if it was tampered with so that it is none. */
export function readSharedEntry<LogRecord>(
  value: string,
  log: "violations" | "softHooks" | "registrations",
): LogEntry<LogRecord> | undefined {
  const line = readLine(Buffer.from(value));
  return line && toEntry<LogRecord>(line, kinds[log]);
}
