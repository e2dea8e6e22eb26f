import { toWireDiagnostic, type Cancellable, type WireDiagnostic } from "@precept/core";
import type { AuditLog } from "./audit-log.ts";
import type { AuditReport } from "./verification.ts";

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
