import { detectLineBreak } from "@precept/core";
import { readMarkdownLines, type Line } from "./markdown-lines.ts";

/** A section of the text: the title of a level 2 heading, or undefined for the part above the first heading. */
type Section = string | undefined;

/**
 * Inserts a bullet at the end of a section, and the heading of a missing section at the end of the text. Closes a block
 * that is open at the end of the text. The result is the text with one insertion.
 *
 * @param bullet one or more lines, with `\n` between them and none at the end. The line break of the text is used
 * instead.
 */
export function insertBullet(text: string, section: Section, bullet: string): string {
  const { lines, closer } = readMarkdownLines(text);
  const lineBreak = detectLineBreak(text);
  const range = findSection(lines, section);
  const isLast = range === undefined || range.at(-1) === lines.at(-1);
  // Closes an open block, since the bullet would become a part of it.
  if (isLast && closer !== undefined) {
    const inserted = range === undefined ? `## ${section}\n${bullet}` : bullet;
    return insertAt(text, text.length, `${closer}\n\n${inserted}`, false, lineBreak);
  }
  if (range === undefined) return insertAt(text, text.length, `## ${section}\n${bullet}`, true, lineBreak);
  const last = range.findLast((line) => !line.isBlank);
  if (last === undefined) return insertAt(text, range.at(-1)?.end ?? 0, bullet, false, lineBreak);
  return insertAt(text, last.end, bullet, !isListOrHeading(last), lineBreak);
}

/** Returns the lines of a section, with its heading; undefined if there is none. */
function findSection(lines: readonly Line[], section: Section): readonly Line[] | undefined {
  const first = section === undefined ? 0 : lines.findIndex(({ heading }) => heading?.level === 2 && heading.title === section);
  if (first === -1) return undefined;
  const next = lines.findIndex(
    ({ heading }, at) =>
      heading !== undefined && (section === undefined ? heading.level === 2 : at > first && heading.level <= 2),
  );
  return lines.slice(first, next === -1 ? undefined : next);
}

/** Whether a bullet can follow a line without a blank line in between. */
function isListOrHeading({ text, isOpaque, heading }: Line): boolean {
  return !isOpaque && ((heading?.level ?? 0) > 1 || /^ {0,3}[-*+][ \t]+\S/.test(text));
}

function insertAt(text: string, offset: number, inserted: string, needsBlankLine: boolean, lineBreak: string): string {
  const before = text.slice(0, offset);
  const after = text.slice(offset);
  const lacksBreak = before !== "" && !/[\r\n]$/.test(before);
  const hasBlankLine = /^\uFEFF?$|(?:^|\n)[ \t]*\n$/.test(before.replaceAll(/\r\n?/g, "\n"));
  const lead = (lacksBreak ? lineBreak : "") + (needsBlankLine && !hasBlankLine ? lineBreak : "");
  // A text without a final line break gets none.
  const trail = lacksBreak && after === "" ? "" : lineBreak;
  return before + lead + inserted.replaceAll("\n", lineBreak) + trail + after;
}
