import { pushAll } from "@precept/core";
import { skipReasons, type ExcludedFile, type ExportAction, type ImportNote, type SimilarSources } from "@precept/transfer";
import type { WorkspaceImport } from "@precept/workspace";
import { colourOf, escapeHidden } from "../../terminal/difference.ts";
import { count, printable, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";
import { countActions, viewActions } from "../../transfer/view-actions.ts";
import { viewConflicts } from "../../transfer/view-conflicts.ts";

const mergeNow = "Each is a separate rule; --merge makes one rule of them.";
// Imported files are not merged later.
const mergeAfterwards =
  "Each is a separate rule. To make one rule of them, undo imports and exports with `precept revert`, then run `precept import --merge`.";

export function viewImport(plan: WorkspaceImport, isDone: boolean, notApplied: readonly ExportAction[], style: Style): string {
  const lines = viewActions({ actions: plan.actions, isDone }, style);
  for (const { path } of notApplied)
    lines.push(`${style.yellow("not written")}  ${printable(path)} changed during the import; run the command again`);
  const open = plan.skipped.filter(({ reason }) => reason !== "known");
  const rows = open.map(({ path, reason }) => [style.yellow("skipped"), printable(path), skipReasons[reason]]);
  if (open.length > 0) pushAll(lines, ["", ...columns(rows, style)]);
  pushAll(lines, viewConflicts(plan.conflicts, style));
  if (plan.similar.length > 0)
    pushAll(lines, [...viewSimilar(plan.similar, style), style.dim(`    ${isDone ? mergeAfterwards : mergeNow}`)]);
  pushAll(lines, viewNotes(plan.notes, style));
  pushAll(lines, viewExcluded(plan.excluded, style));
  const known = plan.skipped.length - open.length;
  const conflicts = plan.conflicts.length === 0 ? "" : `, ${count(plan.conflicts.length, "conflict")}`;
  const total = `${countActions(plan.actions, isDone)}${conflicts}${known === 0 ? "" : `, ${known} already imported`}`;
  return `${[...lines, ...(lines.length > 0 ? [""] : []), total].join("\n")}\n`;
}

/** The largest number of files and notes that are shown. */
const maxExcluded = 20;

function viewNotes(notes: readonly ImportNote[], style: Style): readonly string[] {
  if (notes.length === 0) return [];
  const rows = notes
    .slice(0, maxExcluded)
    .map(({ path, message }) => [style.yellow("note"), printable(path), printable(message)]);
  const rest =
    notes.length > maxExcluded ? [style.dim(`… ${count(notes.length - maxExcluded, "more note")}; --json lists all`)] : [];
  return ["", ...columns(rows, style), ...rest];
}

function viewExcluded(files: readonly ExcludedFile[], style: Style): readonly string[] {
  if (files.length === 0) return [];
  const rows = files
    .slice(0, maxExcluded)
    .map(({ path, reason }) => [style.dim("skipped"), printable(path), style.dim(printable(reason))]);
  const rest =
    files.length > maxExcluded ? [style.dim(`… ${count(files.length - maxExcluded, "more file")}; --json lists all`)] : [];
  return ["", ...columns(rows, style), ...rest, style.dim("    --include PATH imports a file that is not part of the project.")];
}

const maxLines = 40;

export function viewSimilar(similar: readonly SimilarSources[], style: Style): readonly string[] {
  return similar.flatMap(({ paths, ratio, difference }) => {
    const percent = Math.min(99, Math.floor(ratio * 100));
    const lines = difference.trimEnd().split("\n").slice(2);
    const shown = lines.slice(0, maxLines).map((line) => {
      const colour = line.startsWith("@@") ? style.cyan : colourOf(line, style);
      return `    ${colour(escapeHidden(line))}`;
    });
    const rest = lines.length > maxLines ? [style.dim(`    … ${count(lines.length - maxLines, "more line")}`)] : [];
    return [
      "",
      `${style.yellow("similar")}  ${paths.map(printable).join(" and ")} (${percent} % of their lines are the same)`,
      ...shown,
      ...rest,
    ];
  });
}
