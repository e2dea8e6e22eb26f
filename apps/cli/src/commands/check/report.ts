import { basename, dirname, resolve } from "node:path";
import { fileFailureOf, openRoot, putFile } from "@precept/files";
import type { ReportFile } from "./options.ts";
import type { ReportFormat } from "../../terminal/report-formats.ts";

/** Writes reports to files in a directory, which replace existing ones. @throws PreceptError `FILE_SYSTEM_FAILED` */
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
