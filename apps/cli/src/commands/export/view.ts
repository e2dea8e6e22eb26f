import { formatNumber } from "@precept/core";
import type { ExportAction, LimitReport, RuleReport } from "@precept/mdc-compat";
import type { WorkspaceExport } from "@precept/workspace";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";
import { countActions, viewActions } from "../../transfer/view-actions.ts";

/** An export plan, and whether it was applied. */
export interface FinishedExport {
  readonly plan: WorkspaceExport;
  readonly isDone: boolean;
  /** Files that another program wrote after the plan was made. */
  readonly overtaken: readonly ExportAction[];
}

export interface ExportView extends FinishedExport {
  readonly diffs: boolean;
  /** Whether to list every rule that a tool cannot express in full. */
  readonly all: boolean;
}

export function viewExport({ plan, isDone, overtaken, diffs, all }: ExportView, style: Style): string {
  const { actions, omitted, reduced, alreadyRead, limits, passedOver } = plan;
  const lines = viewActions({ actions, isDone, diffs }, style);
  for (const { path } of overtaken)
    lines.push(`${style.yellow("not written")}  ${printable(path)} changed during the export; run the command again`);
  if (omitted.length > 0)
    lines.push("", `${style.bold("Left out")} ${style.dim("(--lossy writes them anyway)")}`, ...viewReports(omitted, style));
  if (all && reduced.length > 0) lines.push("", style.bold("Written incompletely"), ...viewReports(reduced, style));
  lines.push(...viewLimits(limits, style));
  const read = alreadyRead.length === 0 ? "" : `, ${count(alreadyRead.length, "rule")} read in place`;
  const leftOut = omitted.length === 0 ? "" : `, ${omitted.length} left out`;
  const total = `${countActions(actions, isDone)}${leftOut}${read}`;
  const others =
    passedOver.length === 0
      ? []
      : [style.dim(`${count(passedOver.length, "rule")} of files that are not part of the project; --json lists them`)];
  const note =
    reduced.length === 0 || all
      ? []
      : [style.dim(`${count(reduced.length, "rule")} written incompletely (without ${examplesOf(reduced)}); --all lists each`)];
  return `${[...lines, ...(lines.length > 0 ? [""] : []), total, ...note, ...others].join("\n")}\n`;
}

/** Prints one line per rule and tool, with the reasons. */
function viewReports(reports: readonly RuleReport[], style: Style): string[] {
  const rows = reports.map(({ rule, target, notes }) => [
    `  ${printable(rule.name)}`,
    style.dim(target.title),
    printable(notes.map(({ message }) => message).join(" ")),
  ]);
  return columns(rows, style);
}

/** Lists the three fields that are left out most often. */
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
    `${style.yellow("too long")}  ${printable(path)}: ${formatNumber(length)} ${unit}, including the files that the tool reads with it`,
    `    ${style.dim(printable(description))}`,
  ]);
}
