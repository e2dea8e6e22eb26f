import type { ExportAction, SkippedSource } from "@precept/mdc-compat";
import type { WorkspaceImport } from "@precept/workspace";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";
import { countActions, viewActions } from "../../transfer/view-actions.ts";

export interface ImportView {
  readonly plan: WorkspaceImport;
  readonly isDone: boolean;
  readonly overtaken: readonly ExportAction[];
}

const reasons: Readonly<Record<SkippedSource["reason"], string>> = {
  known: "says what a rule says already",
  joined: "holds several rules: nobody can tell which of them was changed; change the rules, then delete it and export again",
  "both changed": "was changed, and so was its rule; take over by hand what counts, then delete it and export again",
};

export function viewImport({ plan, isDone, overtaken }: ImportView, style: Style): string {
  const sources = new Map([...plan.ledger].map(([path, { rules }]) => [rules[0], `from ${path}`]));
  const aside = ({ rules }: ExportAction): string => sources.get(rules[0]) ?? "";
  const lines = viewActions({ actions: plan.actions, isDone, diffs: false, aside }, style);
  for (const { path } of overtaken)
    lines.push(`${style.yellow("overtaken")}  ${printable(path)} was written by somebody else just now; import again`);
  const open = plan.skipped.filter(({ reason }) => reason !== "known");
  if (open.length > 0)
    lines.push(
      "",
      ...columns(
        open.map(({ path, reason }) => [style.yellow("left"), printable(path), reasons[reason]]),
        style,
      ),
    );
  const known = plan.skipped.length - open.length;
  const total = `${countActions(plan.actions, isDone)}${known === 0 ? "" : `, ${known} known already`}`;
  return `${[...lines, ...(lines.length > 0 ? [""] : []), total].join("\n")}\n`;
}
