import { PreceptError } from "@precept/core";
import type { SubjectKind } from "@precept/governance";
import { InvalidArgumentError } from "commander";
import type { PolicyContextOptions } from "../../policies/policy-context.ts";
import { reportFormats, type ReportFormat } from "../../terminal/report-formats.ts";

export interface CheckCommandOptions extends PolicyContextOptions {
  readonly stdinPath?: string;
  readonly subject?: SubjectKind;
  readonly addedLines?: boolean;
  readonly staged?: boolean;
  readonly since?: string;
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly pruneBaseline?: boolean;
  readonly shadow?: boolean;
  readonly format?: ReportFormat;
  readonly report?: readonly ReportFile[];
  readonly quiet?: boolean;
  readonly maxWarnings?: number;
  readonly maxReported?: number;
}

/** Rejects arguments that cannot be combined. @throws PreceptError `OPTIONS_CONFLICT`, `OPTION_DEPENDENCY_MISSING` */
export function checkArguments(
  { stdinPath, subject, addedLines, staged, since }: CheckCommandOptions,
  args: readonly string[],
): void {
  const isText = args.includes("-");
  if (isText && args.length > 1) throw new PreceptError("OPTIONS_CONFLICT", { options: ["-", "other paths"] });
  for (const [option, value] of Object.entries({ "--stdin-path": stdinPath, "--subject": subject })) {
    if (!isText && value !== undefined) {
      throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option, requires: "- as the path to check" });
    }
  }
  if (addedLines === true && staged !== true && since === undefined) {
    throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: "--added-lines", requires: "--staged or --since" });
  }
}

export interface ReportFile {
  readonly format: ReportFormat;
  readonly file: string;
}

export function collectReport(value: string, previous: readonly ReportFile[] = []): readonly ReportFile[] {
  const [, name, file] = /^([^=]*)=(.+)$/s.exec(value) ?? [];
  const format = reportFormats.find((known) => known === name);
  if (format !== undefined && file !== undefined) return [...previous, { format, file }];
  throw new InvalidArgumentError(`Expected a format (${reportFormats.join(", ")}), "=" and a file, such as sarif=precept.sarif.`);
}
