import { findToolReads } from "@precept/mdc-compat";
import type { SeenFile, ToolView } from "@precept/workspace";
import { count, printable, viewTitle, type Style } from "../../terminal/text.ts";
import { columns, wrapLines } from "../../terminal/layout.ts";

/**
 * Prints what `viewExplanation` does not: the conditions of files that a tool reads, what it reads depending on its
 * settings or version, the files that it does not read, and the rules that it misses.
 */
export function viewTool(view: ToolView, style: Style): string {
  const { title, tool, files, unserved } = view;
  const read = files.filter(({ status }) => status === "read");
  const others = files.filter(({ status, path }) => status === "not read" && !path.startsWith(".precept/"));
  const { remarks } = findToolReads(tool);
  const sections = [
    viewFiles(`${title} reads`, read, style),
    remarks.length === 0
      ? []
      : [style.bold(`More about what ${title} reads`), ...remarks.map((remark) => style.dim(`  ${remark}`))],
    viewFiles(`${title} does not read`, others, style),
    unserved.length === 0
      ? []
      : [
          viewTitle(`Rules of Precept that ${title} does not read`, count(unserved.length, "rule"), style),
          ...columns(
            unserved.map(({ rule, reason }) => [`  ${printable(rule.name)}`, style.dim(printable(reason))]),
            style,
          ),
          ...(unserved.some(({ reason }) => reason === "not exported")
            ? [style.dim(`  Run precept export --to ${tool} to write them for ${title}, or add --view rules to see them.`)]
            : []),
        ],
  ].filter((lines) => lines.length > 0);
  return sections.map((lines) => `\n${wrapLines(lines, style).join("\n")}\n`).join("");
}

function viewFiles(title: string, files: readonly SeenFile[], style: Style): readonly string[] {
  if (files.length === 0) return [];
  const rows = files.map(({ path, reason = "" }) => [`  ${printable(path)}`, style.dim(printable(reason))]);
  return [viewTitle(title, count(files.length, "file"), style), ...columns(rows, style)];
}
