import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { formatNumber } from "@precept/core";
import { itemTable } from "@precept/mdc-compat/items";
import { adviseOnLimit, skipReasons, type EditConflict, type ItemReport, type RuleReport } from "@precept/transfer";
import type { WorkspaceExport, WorkspaceImport } from "@precept/workspace";

export type TransferNote = RouteOutput<ProjectRoutes["planTransfer"]>["notes"][number];

/** What an import leaves out, and what the user has to decide. */
export function notesOfImport({ skipped, conflicts, similar, excluded, notes }: WorkspaceImport): readonly TransferNote[] {
  const note = (kind: TransferNote["kind"], subject: string, message: string): TransferNote => ({
    kind,
    subject,
    tool: null,
    message,
  });
  return [
    ...conflicts.map((conflict) => note("conflict", conflict.file ?? withoutScope(conflict.rule), describeConflict(conflict))),
    ...skipped.flatMap(({ path, reason }) => (reason === "known" ? [] : [note("skipped", path, skipReasons[reason])])),
    ...similar.map(({ paths, ratio }) =>
      note("similar", paths.join(", "), `${Math.min(99, Math.floor(ratio * 100))} % of their lines are the same`),
    ),
    ...notes.map(({ path, message }) => note("note", path, message)),
    ...excluded.map(({ path, reason }) => note("excluded", path, reason)),
  ];
}

/** What tools do not get, or read in another way, after an export. */
export function notesOfExport(plan: WorkspaceExport): readonly TransferNote[] {
  return [
    ...plan.omitted.map(ofRule("left_out")),
    ...plan.itemReports.map(ofItem),
    ...plan.itemProblems.map(({ path, line, message, hint }): TransferNote => {
      return { kind: "unreadable", subject: `${path}:${line}`, tool: null, message: `${message} ${hint}` };
    }),
    ...plan.readDifferently.map(ofRule("read_differently")),
    ...plan.readTwice.map(({ rule, target, paths, condition }): TransferNote => {
      const message = `in ${paths.join(" and ")}${condition === undefined ? "" : ` (${condition})`}`;
      return { kind: "read_twice", subject: rule.name, tool: target.title, message };
    }),
    ...plan.limits.map((report): TransferNote => {
      const { path, target, length, max, unit, description } = report;
      const size = `${formatNumber(length)} ${unit}, more than ${formatNumber(max)}.`;
      const advice = report.effect === "advisory" ? "" : ` ${adviseOnLimit(report)}`;
      return { kind: "too_long", subject: path, tool: target.title, message: `${size} ${description}${advice}` };
    }),
    ...plan.uncopied.map(({ path, reason }): TransferNote => ({
      kind: "not_copied",
      subject: path,
      tool: null,
      message: reason,
    })),
    ...plan.reduced.map(ofRule("reduced")),
    ...plan.excluded.map(({ path, reason }): TransferNote => ({ kind: "excluded", subject: path, tool: null, message: reason })),
  ];
}

function ofRule(kind: TransferNote["kind"]): (report: RuleReport) => TransferNote {
  return ({ rule, target, notes }) => ({
    kind,
    subject: rule.name,
    tool: target.title,
    message: notes.map(({ message }) => message).join(" "),
  });
}

function ofItem({ kind, name, target, isWritten, notes }: ItemReport): TransferNote {
  const { title, isSingle } = itemTable[kind];
  return {
    kind: isWritten ? "reduced" : "not_written",
    subject: isSingle ? title : `${title} "${name}"`,
    tool: target.title,
    message: notes.map(({ field, message }) => `${field}: ${message}`).join(" "),
  };
}

function describeConflict({ field, versions }: EditConflict): string {
  return `the ${field} differs in ${versions.map(({ path }) => path).join(" and ")}`;
}

function withoutScope(rule: string): string {
  return rule.replace(/^[a-z]+:/, "");
}
