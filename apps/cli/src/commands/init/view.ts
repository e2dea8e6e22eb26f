import { policiesDir } from "@precept/enforcement";
import type { DetectedTool } from "@precept/workspace";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";
import type { OtherTool } from "./other-tools.ts";

/** The files that `precept init` creates, and those of other tools. */
export interface InitPlan {
  readonly root: string;
  readonly files: readonly { readonly path: string; readonly text: string; readonly exists: boolean }[];
  readonly others: readonly OtherTool[];
  /** The tools that the project uses. The configuration names them as the tools to export to. */
  readonly detected: readonly DetectedTool[];
}

export function viewPlan({ root, files, others, detected }: InitPlan, outcome: string, style: Style): string {
  const rows = files.map(({ path, exists }) => [`  ${path}`, exists ? style.dim("exists") : style.green(outcome)]);
  const found = others.map(({ tool, path }) => [`  ${path}`, tool, style.green("read in place")]);
  const lines = [printable(root), ...columns(rows, style)];
  if (found.length > 0) lines.push("", "Rule files of other tools", ...columns(found, style));
  if (found.length > 0)
    lines.push("  `precept import` converts them to native rules, `precept export` writes native rules for every tool.");
  if (detected.length > 0) lines.push(`  ${describeExport(files, detected)}`);
  if (outcome === "created" && files.some(({ path }) => path.startsWith(policiesDir)))
    lines.push("", "`precept check` checks the project against its policies.");
  if (outcome === "created") lines.push("", "`precept explain FILE` shows which rules apply to a file.");
  return `${lines.join("\n")}\n`;
}

/** Says which tools an export writes for, or how to choose those that the project uses. */
function describeExport(files: InitPlan["files"], detected: readonly DetectedTool[]): string {
  const titles = detected.map(({ tool }) => tool.title).join(", ");
  const isConfigured = files.some(({ path, exists }) => path === ".precept/config.yaml" && !exists);
  return isConfigured
    ? `\`export.to: detected\` in .precept/config.yaml stands for the tools that the project uses: ${titles}.`
    : `To export to the tools that the project uses (${titles}), set \`export.to: detected\` in .precept/config.yaml.`;
}
