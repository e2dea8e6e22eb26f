import { join, resolve } from "node:path";
import type { Cancellable } from "@precept/core";
import { failureOf } from "@precept/files";
import {
  registrationKind,
  softHookKind,
  violationKind,
  type LogEntry,
  type EntryMetadata,
  type RecordKind,
  type RegistrationRecord,
  type SoftHookRecord,
  type ViolationRecord,
} from "./entry.ts";
import { followEntries } from "./follow.ts";
import { listEntries, readTail, type EntryFilter } from "./list.ts";
import { createMask } from "./mask.ts";
import { toFields } from "./fields.ts";
import { defaultRotation, type AuditLogOptions } from "./options.ts";
import { logFilesAt } from "./log-files.ts";
import { Verification, type AuditReport, type VerifyOptions } from "./verification.ts";
import { LogWriter } from "./writer.ts";

/** A log of records of one kind. Each entry contains the hash of the one before it. */
export interface RecordLog<LogRecord> {
  /** The current file, absolute. */
  readonly path: string;
  /**
   * Appends a record.
   *
   * @returns the metadata that the log added, once the entry is on disk. After an error the entry may still have been
   * written.
   * @throws PreceptError `STORE_FAILED`, `STORE_CLOSED`; `AUDIT_FIELD_RESERVED` if a name in `further` is a field of
   * the log.
   */
  append(record: LogRecord): Promise<EntryMetadata>;
  /** Lists the retained entries, oldest first. */
  list(filter?: EntryFilter & Cancellable): AsyncIterable<LogEntry<LogRecord>>;
  /** Returns the last entries, oldest first. */
  tail(count: number): Promise<readonly LogEntry<LogRecord>[]>;
  /** Yields the entries that any process appends after the promise resolves, until the signal aborts. */
  follow(options: { readonly signal: AbortSignal }): Promise<AsyncIterable<LogEntry<LogRecord>>>;
  /** Verifies this log; see `verifyAuditLog`. Undefined if nothing was written yet. */
  verify(options?: VerifyOptions): Promise<AuditReport | undefined>;
}

/** The audit log of a policy engine. */
export interface AuditLog extends AsyncDisposable {
  /** Violations and what was done about them: `rule_violations.jsonl`. */
  readonly violations: RecordLog<ViolationRecord>;
  /** Soft hooks that were triggered, ignored or complied with: `soft_hooks.log`. */
  readonly softHooks: RecordLog<SoftHookRecord>;
  /** Policies that were registered at run time, accepted or refused: `policy_registrations.jsonl`. */
  readonly registrations: RecordLog<RegistrationRecord>;
}

/**
 * Opens the audit log in a directory: three append-only files in JSON Lines. Any number of processes can append; an
 * acknowledged entry is never lost. `verifyAuditLog` detects later changes.
 *
 * @example
 * ```ts
 * import { createAuditLog } from "@precept/audit-log";
 *
 * await using log = createAuditLog({ dir: "audit" });
 * const { log_id } = await log.violations.append({
 *   rule_id: "PERF-001",
 *   handler: "LOG_ONLY",
 *   priority: "P2",
 *   phase: "REVIEW",
 *   violation: { message: "The function has 50 lines." },
 * });
 * console.log(log_id);
 * ```
 */
export function createAuditLog(options: AuditLogOptions): AuditLog {
  const [violations, closeViolations] = openLog<ViolationRecord>(violationKind, options);
  const [softHooks, closeSoftHooks] = openLog<SoftHookRecord>(softHookKind, options);
  const [registrations, closeRegistrations] = openLog<RegistrationRecord>(registrationKind, options);
  return {
    violations,
    softHooks,
    registrations,
    async [Symbol.asyncDispose]() {
      await Promise.all([closeViolations(), closeSoftHooks(), closeRegistrations()]);
    },
  };
}

function openLog<LogRecord extends object>(
  kind: RecordKind,
  {
    dir,
    within,
    id = "audit",
    now = () => new Date(),
    durability = "full",
    mask,
    rotation = {},
    keep = Infinity,
  }: AuditLogOptions,
): readonly [log: RecordLog<LogRecord>, close: () => Promise<void>] {
  const path = join(resolve(dir), kind.file);
  const files = logFilesAt(path, within);
  const writer = new LogWriter(id, kind.prefix, {
    files,
    isDurable: durability === "full",
    maxBytes: rotation.bytes ?? defaultRotation,
    daily: rotation.daily ?? false,
    keep,
  });
  const recordMask = createMask(mask);
  const log: RecordLog<LogRecord> = {
    path,
    // Async, so that errors in a record reject the promise too.
    append: async (record) => writer.append(now().toISOString(), toFields(record, kind, recordMask)),
    list: (filter) => listEntries(files, kind, filter),
    tail: (count) => readTail(files, kind, count),
    follow: ({ signal }) => followEntries(files, kind, signal),
    async verify(verifyOptions = {}) {
      try {
        return await new Verification(files, verifyOptions).run();
      } catch (error) {
        throw verifyOptions.signal?.aborted === true ? error : failureOf(id, "read", path, error);
      }
    },
  };
  return [log, () => writer.close()];
}
