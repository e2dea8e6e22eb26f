import { join } from "node:path";
import { failureOf, kindAt } from "@precept/files";
import { softHookKind, violationKind } from "./entry.ts";
import { logFilesAt } from "./log-files.ts";
import { Verification, type AuditReport, type VerifyOptions } from "./verification.ts";

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
 * for (const { file, isIntact, diagnostics } of await verifyAuditLog("audit")) console.log(file, isIntact, diagnostics);
 * ```
 */
export async function verifyAuditLog(path: string, options: VerifyOptions = {}): Promise<readonly AuditReport[]> {
  const isDirectory = kindAt(path) === "directory";
  const files = isDirectory ? [violationKind, softHookKind].map(({ file }) => join(path, file)) : [path];
  const reports: AuditReport[] = [];
  for (const file of files) {
    try {
      const found = await new Verification(logFilesAt(file, options.within), options).run();
      if (found !== undefined) reports.push(found);
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      throw failureOf("audit", "read", file, error);
    }
  }
  return reports;
}
