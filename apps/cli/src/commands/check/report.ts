import { basename, dirname, resolve } from "node:path";
import { fileFailureOf, openRoot, putFile } from "@precept/files";
import type { ReportFile } from "./options.ts";
import { inBlocks } from "../../terminal/print-parts.ts";
import type { ReportFormat } from "../../terminal/report-formats.ts";

/** Writes reports to files in a directory, which replace existing ones. @throws PreceptError `FILE_SYSTEM_FAILED` */
export async function writeReports(
  reports: readonly ReportFile[],
  dir: string,
  print: (format: ReportFormat) => Iterable<string>,
): Promise<void> {
  for (const { format, file } of reports) {
    const path = resolve(dir, file);
    try {
      // Printed again if the file exists.
      const parts = { [Symbol.iterator]: () => inBlocks(print(format))[Symbol.iterator]() };
      await putFile(openRoot(dirname(path)), basename(path), parts);
    } catch (error) {
      throw fileFailureOf("write", file, error);
    }
  }
}
