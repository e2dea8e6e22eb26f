import { structuredPatch } from "diff";
import type { Style } from "./style.ts";
import { printable } from "./text.ts";

/** What becomes of a file. */
export interface Difference {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What changes in a file, as the hunks of a unified diff. Characters that the screen would act on are shown as signs.
 *
 * @param most how many lines are shown; the others are counted. Default: all.
 */
export function viewHunks(
  { path, before, after }: Difference,
  style: Style,
  most: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { hunks } = structuredPatch(path, path, before, after, "", "", { context: 2 });
  const lines = hunks.flatMap((hunk) => [
    style.cyan(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`),
    ...hunk.lines.map((line) => colourOf(line, style)(showHidden(line))),
  ]);
  return lines.length <= most ? lines : [...lines.slice(0, most), style.dim(`… ${lines.length - most} more lines`)];
}

/** The same for a program that reads diffs (`git apply`): with the lines that name the file. */
export function viewPatch(difference: Difference, style: Style): readonly string[] {
  const path = printable(difference.path);
  return [style.bold(`--- a/${path}`), style.bold(`+++ b/${path}`), ...viewHunks(difference, style)];
}

function colourOf(line: string, style: Style): (text: string) => string {
  if (line.startsWith("+")) return style.green;
  return line.startsWith("-") ? style.red : style.dim;
}

/** A line in which every character that can't be seen is written by its number. */
function showHidden(line: string): string {
  const shown = line.replace(/[\p{Cf}\p{Co}\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu, (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `<U+${number}>`;
  });
  return printable(shown);
}
