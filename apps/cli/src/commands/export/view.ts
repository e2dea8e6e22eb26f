import { formatNumber } from "@precept/core";
import type { ExportAction, LimitReport, RuleReport } from "@precept/mdc-compat";
import type { WorkspaceExport } from "@precept/workspace";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";
import { countActions, viewActions } from "../../transfer/view-actions.ts";

/** An export that was planned, and carried out as far as that was wanted. */
export interface FinishedExport {
  readonly plan: WorkspaceExport;
  readonly isDone: boolean;
  /** Files that somebody wrote after the plan was made. */
  readonly overtaken: readonly ExportAction[];
}

export interface ExportView extends FinishedExport {
  readonly diffs: boolean;
  /** Whether to show every rule that is written with less than it says. */
  readonly all: boolean;
}

export function viewExport({ plan, isDone, overtaken, diffs, all }: ExportView, style: Style): string {
  const { actions, omitted: left, reduced, alreadyRead: there, limits } = plan;
  const lines = viewActions({ actions, isDone, diffs }, style);
  for (const { path } of overtaken)
    lines.push(`${style.yellow("overtaken")}  ${printable(path)} was written by somebody else just now; export again`);
  if (left.length > 0)
    lines.push("", `${style.bold("Left out")} ${style.dim("(--lossy writes them all the same)")}`, ...viewReports(left, style));
  if (all && reduced.length > 0) lines.push("", style.bold("Written with less than they say"), ...viewReports(reduced, style));
  lines.push(...viewLimits(limits, style));
  const read =
    there.length === 0 ? "" : `, ${count(there.length, "rule")} read where ${there.length === 1 ? "it is" : "they are"}`;
  const leftOut = left.length === 0 ? "" : `, ${left.length} left out`;
  const total = `${countActions(actions, isDone)}${leftOut}${read}`;
  const less =
    reduced.length === 0 || all
      ? []
      : [
          style.dim(
            `${count(reduced.length, "rule")} written with less than ${reduced.length === 1 ? "it says" : "they say"}, such as ${examplesOf(reduced)}; --all shows each`,
          ),
        ];
  return `${[...lines, ...(lines.length > 0 ? [""] : []), total, ...less].join("\n")}\n`;
}

/** A line for each rule and tool, and one for each reason below it. */
function viewReports(reports: readonly RuleReport[], style: Style): string[] {
  const rows = reports.map(({ rule, target, notes }) => [
    `  ${printable(rule.name)}`,
    style.dim(target.title),
    printable(notes.map(({ message }) => message).join(" ")),
  ]);
  return columns(rows, style);
}

/** The fields that are lost most often. */
function examplesOf(reports: readonly RuleReport[]): string {
  const fields = reports.flatMap(({ notes }) => notes.map(({ field }) => field));
  const counts = [...new Set(fields)].map((field) => [field, fields.filter((one) => one === field).length] as const);
  return counts
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, 3)
    .map(([field]) => field)
    .join(", ");
}

function viewLimits(limits: readonly LimitReport[], style: Style): string[] {
  return limits.flatMap(({ path, length, unit, description }) => [
    "",
    `${style.yellow("too long")}  ${printable(path)}: ${formatNumber(length)} ${unit} with the files around it`,
    `    ${style.dim(printable(description))}`,
  ]);
}
