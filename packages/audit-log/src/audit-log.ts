import { join, resolve } from "node:path";
import type { Cancellable } from "@precept/core";
import { failureOf } from "@precept/files";
import {
  softHookKind,
  violationKind,
  type LogEntry,
  type EntryMetadata,
  type RecordKind,
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

/** One log: records of one kind, each chained to the one before. */
export interface RecordLog<LogRecord> {
  /** The file that is being written. */
  readonly path: string;
  /**
   * Writes a record at the end.
   *
   * @returns what the log added to it, once it is on the disk. What is not acknowledged may be there all the same.
   * @throws PreceptError `STORE_FAILED`, `STORE_CLOSED`; `AUDIT_FIELD_RESERVED` if a further field has a name of the log's own.
   */
  append(record: LogRecord): Promise<EntryMetadata>;
  /** The entries from the oldest on, as far as they are kept. */
  list(filter?: EntryFilter & Cancellable): AsyncIterable<LogEntry<LogRecord>>;
  /** The last entries, the oldest of them first. */
  tail(count: number): Promise<readonly LogEntry<LogRecord>[]>;
  /** The entries that any process writes from when this is fulfilled until the signal is aborted. */
  follow(options: { readonly signal: AbortSignal }): Promise<AsyncIterable<LogEntry<LogRecord>>>;
  /** See `verifyAuditLog`. Undefined where nothing was written yet. */
  verify(options?: VerifyOptions): Promise<AuditReport | undefined>;
}

/** What a policy engine writes down: who broke what, and what became of it. */
export interface AuditLog extends AsyncDisposable {
  /** `rule_violations.jsonl`. */
  readonly violations: RecordLog<ViolationRecord>;
  /** `soft_hooks.log`. */
  readonly softHooks: RecordLog<SoftHookRecord>;
}

/**
 * Opens the audit log of a directory: two files of JSON lines that only ever grow. Any number of processes may write them; nothing that was
 * acknowledged is lost, and what is changed later is found by `verifyAuditLog`.
 */
export function createAuditLog(options: AuditLogOptions): AuditLog {
  const [violations, closeViolations] = openLog<ViolationRecord>(violationKind, options);
  const [softHooks, closeSoftHooks] = openLog<SoftHookRecord>(softHookKind, options);
  return {
    violations,
    softHooks,
    async [Symbol.asyncDispose]() {
      await Promise.all([closeViolations(), closeSoftHooks()]);
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
  const place = logFilesAt(path, within);
  const writer = new LogWriter(id, kind.prefix, {
    place,
    isDurable: durability === "full",
    maxBytes: rotation.bytes ?? defaultRotation,
    daily: rotation.daily ?? false,
    keep,
  });
  const recordMask = createMask(mask);
  const log: RecordLog<LogRecord> = {
    path,
    // Async, so that what is wrong with a record is rejected like everything else.
    append: async (record) => writer.append(now().toISOString(), toFields(record, kind, recordMask)),
    list: (filter) => listEntries(place, kind, filter),
    tail: (count) => readTail(place, kind, count),
    follow: ({ signal }) => followEntries(place, kind, signal),
    async verify(verifyOptions = {}) {
      try {
        return await new Verification(place, verifyOptions).run();
      } catch (error) {
        throw verifyOptions.signal?.aborted === true ? error : failureOf(id, "read", path, error);
      }
    },
  };
  return [log, () => writer.close()];
}
