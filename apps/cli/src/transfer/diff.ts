import { structuredPatch } from "diff";
import type { ExportAction } from "@precept/mdc-compat";
import type { Style } from "../terminal/style.ts";
import { printable } from "../terminal/text.ts";

/** More lines than this of one file are counted, not shown. */
const most = 40;

/** What an action does to its file, as a unified diff; nothing where it does nothing. */
export function viewDiff({ kind, path, before = "", after = "" }: ExportAction, style: Style): readonly string[] {
  if (kind === "unchanged" || before === after) return [];
  const { hunks } = structuredPatch(path, path, before, after, "", "", { context: 2 });
  const lines = hunks.flatMap((hunk) => [
    style.cyan(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`),
    ...hunk.lines.map((line) => colourOf(line, style)(printable(line))),
  ]);
  const shown = lines.slice(0, most);
  if (lines.length > most) shown.push(style.dim(`… ${lines.length - most} more lines`));
  return shown.map((line) => `    ${line}`);
}

function colourOf(line: string, style: Style): (text: string) => string {
  if (line.startsWith("+")) return style.green;
  return line.startsWith("-") ? style.red : style.dim;
}
