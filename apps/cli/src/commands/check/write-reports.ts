import { basename, dirname, resolve } from "node:path";
import { fileFailureOf, openRoot, putFile } from "@precept/files";
import type { ReportFormat } from "../../terminal/report-formats.ts";
import type { ReportFile } from "./report-file.ts";

/**
 * Writes reports to files, which replace existing ones.
 *
 * @param dir the directory that the files are relative to.
 * @throws PreceptError `FILE_SYSTEM_FAILED`
 */
export async function writeReports(
  reports: readonly ReportFile[],
  dir: string,
  print: (format: ReportFormat) => string,
): Promise<void> {
  for (const { format, file } of reports) {
    const path = resolve(dir, file);
    try {
      await putFile(openRoot(dirname(path)), basename(path), print(format));
    } catch (error) {
      throw fileFailureOf("write", file, error);
    }
  }
}
