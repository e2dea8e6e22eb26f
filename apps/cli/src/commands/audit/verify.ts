import { toWireAuditReport, verifyLogsOf, type AuditReport } from "@precept/audit-log";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { asLines, count, printable } from "../../terminal/text.ts";

export interface VerifyOptions {
  readonly trusted?: string;
}

export async function verifyLogs({ workspace, options }: Call<VerifyOptions>): Promise<CommandResult> {
  const { trusted } = options;
  const log = await workspace.policies.auditLog();
  const { isIntact, reports } = await verifyLogsOf(log, trusted === undefined ? {} : { trusted });
  return {
    code: isIntact ? exitCodes.ok : exitCodes.findings,
    json: { intact: isIntact, logs: reports.map(toWireAuditReport) },
    text: (style) => (reports.length === 0 ? "No audit log yet.\n" : reports.map((report) => viewReport(report, style)).join("")),
  };
}

function viewReport({ file, isIntact, entries, last, diagnostics, omitted }: AuditReport, style: Style): string {
  const lines = [
    `${isIntact ? style.green("intact") : style.red("modified")}  ${printable(file)}  ${count(entries, "entry", "entries")}`,
    ...(last === undefined ? [] : [style.dim(`    last ${printable(last.logId)}  ${last.hash}`)]),
    ...viewDiagnostics(diagnostics, style),
    ...(omitted > 0 ? [`and ${count(omitted, "more problem")}`] : []),
  ];
  return asLines(lines);
}
