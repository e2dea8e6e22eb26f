import { findToolReads } from "@precept/mdc-compat";
import type { SeenFile, ToolView } from "@precept/workspace";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/wrap.ts";

/**
 * Prints what `viewExplanation` does not: the conditions of files that a tool reads, what it reads depending on its settings or version, the files that it
 * does not read, and the rules that it misses.
 */
export function viewTool(view: ToolView, style: Style): string {
  const { title, tool, files, unserved } = view;
  const read = files.filter(({ status }) => status === "read");
  const others = files.filter(({ status, path }) => status === "not read" && !path.startsWith(".precept/"));
  const { remarks } = findToolReads(tool);
  const sections = [
    titled(`${title} reads`, count(read.length, "file"), read, ({ reason = "" }) => reason, style),
    remarks.length === 0
      ? []
      : [style.bold(`More about what ${title} reads`), ...remarks.map((remark) => style.dim(`  ${remark}`))],
    titled(`${title} does not read`, count(others.length, "file"), others, ({ reason = "" }) => reason, style),
    unserved.length === 0
      ? []
      : [
          heading(`Rules of Precept that ${title} does not read`, count(unserved.length, "rule"), style),
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

function titled(
  name: string,
  detail: string,
  files: readonly SeenFile[],
  describe: (file: SeenFile) => string,
  style: Style,
): readonly string[] {
  if (files.length === 0) return [];
  const rows = files.map((file) => [`  ${printable(file.path)}`, style.dim(printable(describe(file)))]);
  return [heading(name, detail, style), ...columns(rows, style)];
}

function heading(name: string, detail: string, style: Style): string {
  return `${style.bold(name)} ${style.dim(`(${detail})`)}`;
}
