import { pushAll, formatNumber } from "@precept/core";
import { adviseOnLimit, type ExportAction, type LimitReport, type UncopiedFile } from "@precept/transfer";
import type { WorkspaceExport, WorkspaceImport } from "@precept/workspace";
import { asLines, count, printable, viewTitle, type Style } from "../../terminal/text.ts";
import { viewConflicts } from "../../transfer/view-conflicts.ts";
import { countActions, viewActions } from "../../transfer/view-actions.ts";
import { viewItemProblems } from "../../transfer/view-items.ts";
import { viewItemReports } from "./view-items.ts";
import { viewEachReduced, viewLeftOut, viewReduced } from "./view-losses.ts";
import { viewAlreadyRead, viewDetected, viewReadDifferently, viewReadTwice } from "./view-readings.ts";

/** The largest number of files that are listed as not copied. */
const maxUncopied = 20;

export interface FinishedExport {
  readonly plan: WorkspaceExport;
  readonly isDone: boolean;
  /** Files that another program wrote after the plan was made. */
  readonly notApplied: readonly ExportAction[];
  /** The edits of exported files that were taken into their rules before the export. */
  readonly pulled?: WorkspaceImport;
}

export interface ExportView extends FinishedExport {
  /** Whether to print the lines that change in each file. */
  readonly diffs: boolean;
  readonly all: boolean;
}

/** Prints an export: first the files, then what tools miss or read differently, last what files lose. */
export function viewExport({ plan, isDone, notApplied, diffs, all, pulled }: ExportView, style: Style): string {
  const { actions, omitted, reduced, alreadyRead, readTwice, readDifferently, limits, detected, excluded } = plan;
  const lines = [
    ...(pulled === undefined ? [] : viewPulled(pulled, isDone, style)),
    ...(detected === undefined ? [] : viewDetected(detected)),
    ...viewActions({ actions, isDone, lines: !isDone, diffs }, style),
  ];
  for (const { path } of notApplied)
    lines.push(`${style.yellow("not written")}  ${printable(path)} changed during the export; run the command again`);
  const leftOut = new Set(omitted.map(({ rule }) => rule)).size;
  pushAll(lines, [
    ...section(viewTitle("Left out", "--lossy writes them anyway", style), viewLeftOut(omitted, all, style)),
    ...section(
      viewTitle("Not written", "--lossy writes those that a tool would limit less", style),
      viewItemReports(
        plan.itemReports.filter(({ isWritten }) => !isWritten),
        all,
        style,
      ),
    ),
    ...section(style.bold("Cannot be read"), viewItemProblems(plan.itemProblems, style)),
    ...section(style.bold("Read differently"), viewReadDifferently(readDifferently, style)),
    ...section(style.bold("Read twice"), viewReadTwice(readTwice, style)),
    ...viewLimits(limits, style),
    ...section(style.bold("Not copied with their skills"), viewUncopied(plan.uncopied)),
    ...section(style.bold("Read in other files"), viewAlreadyRead(alreadyRead, style)),
    ...(all
      ? section(style.bold("Written with less"), viewEachReduced(reduced, style))
      : section(viewTitle("Written with less", "--all lists each rule", style), viewReduced(reduced, style))),
    ...section(
      style.bold("Items written with less"),
      viewItemReports(
        plan.itemReports.filter(({ isWritten }) => isWritten),
        all,
        style,
      ),
    ),
  ]);
  const own = alreadyRead.filter(({ rule: { origin }, paths }) => origin.path !== undefined && paths.includes(origin.path));
  const read = own.length === 0 ? "" : `, ${count(own.length, "rule")} read in place`;
  const total = `${countActions(actions, isDone)}${leftOut === 0 ? "" : `, ${leftOut} left out`}${read}`;
  const left = style.dim(`${count(excluded.length, "rule")} of files that are not part of the project; --json lists them`);
  return asLines([...lines, ...(lines.length > 0 ? [""] : []), total, ...(excluded.length === 0 ? [] : [left])]);
}

function viewUncopied(uncopied: readonly UncopiedFile[]): readonly string[] {
  const lines = uncopied.slice(0, maxUncopied).map(({ path, reason }) => `  ${printable(path)}: ${reason}`);
  const more = uncopied.length - lines.length;
  return more === 0 ? lines : [...lines, `  and ${formatNumber(more)} more; --json lists them`];
}

function viewPulled({ actions, conflicts }: WorkspaceImport, isDone: boolean, style: Style): readonly string[] {
  const lines = [...viewActions({ actions, isDone }, style), ...viewConflicts(conflicts, style)];
  return lines.length === 0 ? [] : [...lines, ""];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

function viewLimits(limits: readonly LimitReport[], style: Style): string[] {
  return limits.flatMap((report) => {
    const { path, target, length, max, unit, description, largest, countsOthers } = report;
    const others = countsOthers ? " with the files that the tool reads with it" : "";
    const sizes = largest.map(({ rule, length: own }) => `"${printable(rule.name)}" ${formatNumber(own)}`).join(", ");
    const parts = sizes === "" ? "" : ` Largest rules: ${sizes}.`;
    return [
      "",
      `${style.yellow("too long")}  ${printable(path)} for ${target.title}: ${formatNumber(length)} ${unit}${others}, more than ${formatNumber(max)}`,
      `    ${style.dim(printable(description) + parts)}`,
      ...(report.effect === "advisory" ? [] : [`    ${style.dim(printable(adviseOnLimit(report)))}`]),
    ];
  });
}
