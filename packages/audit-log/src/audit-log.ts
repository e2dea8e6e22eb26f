import { join, resolve } from "node:path";
import type { Cancellable } from "@precept/core";
import type { Root, WatchBackend } from "@precept/files";
import { registrationKind, softHookKind, violationKind } from "./entry.ts";
import type { LogEntry, EntryMetadata, RecordKind, RegistrationRecord, SoftHookRecord, ViolationRecord } from "./entry.ts";
import { followEntries } from "./follow.ts";
import { listEntries, readTail, type EntryFilter } from "./list.ts";
import { createMask, type MaskOptions } from "./mask.ts";
import { toFields } from "./fields.ts";
import { logFilesAt } from "./log-files.ts";
import { verifyLog, type AuditReport, type VerifyOptions } from "./verification.ts";
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

/** When a log starts a new file. The conditions can be combined. */
export interface RotationOptions {
  /** The maximum size of a file, in bytes. Default 16 MiB. */
  readonly bytes?: number;
  /** Whether the first entry of each day, in UTC, starts a new file. Default false. */
  readonly daily?: boolean;
}

export interface AuditLogOptions {
  /** The directory of the logs, absolute or relative to the current directory. The first entry creates it. */
  readonly dir: string;
  /** Confines file access, also through links. Default: the directory itself. */
  readonly within?: Root;
  /** The name of the log in errors. Default `audit`. */
  readonly id?: string;
  /** The clock. Default: the system clock. */
  readonly now?: () => Date;
  /**
   * What an acknowledged entry survives. `full`: a power failure. `normal`: a crash of the process, and a power failure
   * some seconds later. Default `full`.
   */
  readonly durability?: "full" | "normal";
  /** What to mask before writing, in addition to values that look like secrets. */
  readonly mask?: MaskOptions;
  readonly rotation?: RotationOptions;
  /** The number of full files to retain. Default: all. */
  readonly keep?: number;
  /** How `follow` notices new entries: by events of the system, or by polling. Default `events`. */
  readonly watchBackend?: WatchBackend | undefined;
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
  const violations = openLog<ViolationRecord>(violationKind, options);
  const softHooks = openLog<SoftHookRecord>(softHookKind, options);
  const registrations = openLog<RegistrationRecord>(registrationKind, options);
  return {
    violations: violations.log,
    softHooks: softHooks.log,
    registrations: registrations.log,
    async [Symbol.asyncDispose]() {
      await Promise.all([violations, softHooks, registrations].map(({ writer }) => writer.close()));
    },
  };
}

function openLog<LogRecord extends object>(
  kind: RecordKind,
  { dir, within, id = "audit", now = () => new Date(), mask, rotation = {}, ...options }: AuditLogOptions,
): { readonly log: RecordLog<LogRecord>; readonly writer: LogWriter } {
  const path = join(resolve(dir), kind.file);
  const files = logFilesAt(path, within);
  const writer = new LogWriter(id, kind.prefix, {
    files,
    isDurable: options.durability !== "normal",
    maxBytes: rotation.bytes ?? 16_777_216,
    daily: rotation.daily ?? false,
    keep: options.keep ?? Infinity,
  });
  const recordMask = createMask(mask);
  const log: RecordLog<LogRecord> = {
    path,
    // Async, so that errors in a record reject the promise too.
    append: async (record) => writer.append(now().toISOString(), toFields(record, kind, recordMask)),
    list: (filter) => listEntries(files, kind, filter),
    tail: (count) => readTail(files, kind, count),
    follow: ({ signal }) => followEntries(files, kind, signal, options.watchBackend),
    verify: (verifyOptions = {}) => verifyLog(files, verifyOptions, id),
  };
  return { log, writer };
}
