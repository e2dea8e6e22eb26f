import { InvalidArgumentError } from "commander";
import { reportFormats, type ReportFormat } from "../../terminal/report-formats.ts";

/** A report to write to a file. */
export interface ReportFile {
  readonly format: ReportFormat;
  /** The path as it was typed. */
  readonly file: string;
}

/** Parses `format=file` and adds it to the reports before it. */
export function collectReport(value: string, previous: readonly ReportFile[] = []): readonly ReportFile[] {
  const [, name, file] = /^([^=]*)=(.+)$/s.exec(value) ?? [];
  const format = reportFormats.find((known) => known === name);
  if (format !== undefined && file !== undefined) return [...previous, { format, file }];
  throw new InvalidArgumentError(`Expected a format (${reportFormats.join(", ")}), "=" and a file, such as sarif=precept.sarif.`);
}
