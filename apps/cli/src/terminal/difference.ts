import { structuredPatch } from "diff";
import { count, printable, type Style } from "./text.ts";

export interface Difference {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Prints the changes to a file as the hunks of a unified diff. Characters that the screen would act on or not show are
 * escaped.
 *
 * @param maxLines how many lines to print; the others are counted. Default: all.
 */
export function viewHunks(
  { path, before, after }: Difference,
  style: Style,
  maxLines: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { hunks } = structuredPatch(path, path, before, after, "", "", { context: 2 });
  const lines = hunks.flatMap((hunk) => [
    style.cyan(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`),
    ...hunk.lines.map((line) => colourOf(line, style)(escapeHidden(line))),
  ]);
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines), style.dim(`… ${count(lines.length - maxLines, "more line")}`)];
}

/** Counts the lines that a change adds to a file and removes from it. */
export function countChanges({ before, after }: Pick<Difference, "before" | "after">): {
  readonly added: number;
  readonly removed: number;
} {
  const lines = structuredPatch("", "", before, after, "", "", { context: 0 }).hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

/** Prints the changes to a file as a unified diff with the names of the file, for programs such as `git apply`. */
export function viewPatch(difference: Difference, style: Style): readonly string[] {
  const path = printable(difference.path);
  return [style.bold(`--- a/${path}`), style.bold(`+++ b/${path}`), ...viewHunks(difference, style)];
}

export function colourOf(line: string, style: Style): (text: string) => string {
  if (line.startsWith("+")) return style.green;
  return line.startsWith("-") ? style.red : style.dim;
}

/** Writes every invisible character as its code point: `<U+200B>`. */
export function escapeHidden(line: string): string {
  const shown = line.replace(/[\p{Cf}\p{Co}\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu, (character) => {
    const number = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
    return `<U+${number}>`;
  });
  return printable(shown);
}
