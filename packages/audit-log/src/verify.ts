import { join } from "node:path";
import { failureOf, kindAt } from "@precept/files";
import { softHookKind, violationKind } from "./entry.ts";
import { logFilesAt } from "./log-files.ts";
import { Verification, type AuditReport, type VerifyOptions } from "./verification.ts";

/**
 * Checks a log, or both logs of a directory: whether lines were changed, removed, inserted, repeated or moved, and whether files or the end are
 * missing. Others may write at the same time. It holds a few entries at once, however long the log is.
 *
 * Without `trusted` it can't tell a log that was rewritten whole, with its note of the end, from the real one.
 *
 * @param path the directory, or the file that is being written.
 * @returns a report for each log that is there.
 * @throws PreceptError `STORE_FAILED` where it cannot be read.
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
