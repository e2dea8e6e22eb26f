import { compareTools, toWireToolComparison, type ComparedCell, type ToolComparison, type Workspace } from "@precept/workspace";
import { formatNumber, type ResolveRequest } from "@precept/core";
import type { CommandResult } from "../../define.ts";
import { printable, type Style } from "../../terminal/text.ts";
import { columns, wrapLines } from "../../terminal/layout.ts";

export async function explainCompared(
  workspace: Workspace,
  tools: readonly string[],
  request: ResolveRequest,
): Promise<CommandResult> {
  const comparison = await compareTools(workspace, tools, request);
  return { json: toWireToolComparison(comparison), text: (style) => viewComparison(comparison, style) };
}

function viewComparison({ tools, rows }: ToolComparison, style: Style): string {
  if (rows.length === 0) return "No rules and no rule files.\n";
  const table = [
    ["", ...tools.map(({ id }) => style.bold(id))],
    ...rows.map(({ name, cells }) => [printable(name), ...cells.map((cell) => colour(cell, style))]),
  ];
  const details = rows.flatMap(({ name, cells, conditionsDiffer }) => [
    "",
    `${style.bold(printable(name))}${conditionsDiffer ? style.yellow("  different conditions") : ""}`,
    ...columns(
      cells.map((cell) => [`  ${cell.tool}`, printable(describeCell(cell))]),
      style,
    ),
  ]);
  return `${wrapLines([...columns(table, style), ...details], style).join("\n")}\n`;
}

function colour({ status }: ComparedCell, style: Style): string {
  if (status === "read") return style.green(status);
  return status === "cut" || status === "dropped" ? style.yellow(status) : style.dim(status);
}

const maxPaths = 3;

function describeCell({ status, paths, condition, reason }: ComparedCell): string {
  const rest = paths.length - maxPaths;
  const files = `${paths.slice(0, maxPaths).join(", ")}${rest > 0 ? ` and ${formatNumber(rest)} more` : ""}`;
  return [status, files, condition, reason].filter((part) => part !== undefined && part !== "").join(" · ");
}
