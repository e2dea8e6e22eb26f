import { join } from "node:path";
import { toWireDiagnostic, type Cancellable, type WireDiagnostic } from "@precept/core";
import { kindAt } from "@precept/files";
import type { AuditLog } from "./audit-log.ts";
import { softHookKind, violationKind } from "./entry.ts";
import { logFilesAt } from "./log-files.ts";
import { verifyLog, type AuditReport, type VerifyOptions } from "./verification.ts";

/**
 * Verifies a log, or both logs in a directory: detects lines that were changed, removed, inserted, repeated or moved,
 * and missing files. Other processes may append at the same time. Uses constant memory.
 *
 * Without `trusted` it cannot detect a log that was rewritten completely, including its end marker.
 *
 * @param path the directory, or the current file of a log.
 * @returns a report for each log that exists.
 * @throws PreceptError `STORE_FAILED` if a log cannot be read.
 *
 * @example
 * ```ts
 * import { verifyAuditLog } from "@precept/audit-log";
 *
 * for (const report of await verifyAuditLog("audit")) console.log(report.file, report.isIntact, report.diagnostics);
 * ```
 */
export async function verifyAuditLog(path: string, options: VerifyOptions = {}): Promise<readonly AuditReport[]> {
  const isDirectory = kindAt(path) === "directory";
  const files = isDirectory ? [violationKind, softHookKind].map(({ file }) => join(path, file)) : [path];
  const reports: AuditReport[] = [];
  for (const file of files) {
    const found = await verifyLog(logFilesAt(file, options.within), options, "audit");
    if (found !== undefined) reports.push(found);
  }
  return reports;
}

/** The result of verifying the logs of a project. */
export interface LogsReport {
  /** Whether all entries of all logs are present, unchanged and in order. */
  readonly isIntact: boolean;
  /** The reports of the logs that exist. */
  readonly reports: readonly AuditReport[];
}

/**
 * Verifies the logs of a project.
 *
 * @param options.trusted the hash of an entry that the log of violations must contain.
 */
export async function verifyLogsOf(
  { violations, softHooks, registrations }: AuditLog,
  { trusted, signal }: Cancellable & { readonly trusted?: string } = {},
): Promise<LogsReport> {
  const cancel = signal === undefined ? {} : { signal };
  const reports = [
    await violations.verify({ ...cancel, ...(trusted !== undefined && { trusted }) }),
    await softHooks.verify(cancel),
    await registrations.verify(cancel),
  ].filter((report) => report !== undefined);
  // A trusted hash belongs to a log, which must therefore exist.
  return { isIntact: reports.every((report) => report.isIntact) && (trusted === undefined || reports.length > 0), reports };
}

/** The report about one log on the wire: JSON output, HTTP. */
export interface WireAuditReport {
  readonly file: string;
  readonly intact: boolean;
  readonly entries: number;
  readonly files: number;
  readonly last: { readonly log_id: string; readonly hash: string } | null;
  readonly diagnostics: readonly WireDiagnostic[];
  readonly omitted: number;
}

/** Converts the report about a log to its wire format. */
export function toWireAuditReport(report: AuditReport): WireAuditReport {
  const { file, isIntact, entries, files, last, diagnostics, omitted } = report;
  return {
    file,
    intact: isIntact,
    entries,
    files,
    last: last === undefined ? null : { log_id: last.logId, hash: last.hash },
    diagnostics: diagnostics.map(toWireDiagnostic),
    omitted,
  };
}
