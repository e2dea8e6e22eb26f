import { findToolReads } from "@precept/mdc-compat";
import type { SeenFile, ToolView } from "@precept/workspace";
import { count, printable, viewTitle, type Style } from "../../terminal/text.ts";
import { columns, wrapLines } from "../../terminal/layout.ts";

/**
 * Prints what `viewExplanation` does not: the conditions of files that a tool reads, what it reads depending on its
 * settings or version, the files that it does not read, and the rules that it reads several times or misses.
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
    viewRepeated(view, style),
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

/** Lists the rules that the tool reads in several files for this request, with the files and when it reads them. */
function viewRepeated({ title, files, resolution }: ToolView, style: Style): readonly string[] {
  const applied = new Set(resolution.applied.map(({ rule }) => rule.origin.path));
  const read = files.filter(({ path }) => applied.has(path));
  const byRule = Map.groupBy(
    read.flatMap((file) => file.rules.map((id) => ({ id, file }))),
    ({ id }) => id,
  );
  const rows = [...byRule].flatMap(([id, found]) => {
    if (found.length < 2) return [];
    const places = found.map(({ file: { path, reason } }) => (reason === undefined ? path : `${path} (${reason})`));
    return [[`  ${printable(id.slice(id.indexOf(":") + 1))}`, style.dim(printable(places.join(" and ")))]];
  });
  if (rows.length === 0) return [];
  return [viewTitle(`${title} reads in several files`, count(rows.length, "rule"), style), ...columns(rows, style)];
}

function viewFiles(title: string, files: readonly SeenFile[], style: Style): readonly string[] {
  if (files.length === 0) return [];
  const rows = files.map(({ path, reason = "" }) => [`  ${printable(path)}`, style.dim(printable(reason))]);
  return [viewTitle(title, count(files.length, "file"), style), ...columns(rows, style)];
}
