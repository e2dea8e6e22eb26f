import type { LedgerSection } from "../ledger/ledger.ts";
import { trimSection } from "../print/sections.ts";

/** A part of a joined file as it is now. */
export interface FilePart {
  /** The section of the last export that the part belongs to. Absent for text that no section had. */
  readonly section?: LedgerSection;
  /** The name in the marker line. Absent for text outside of sections. */
  readonly name?: string;
  readonly text: string;
  /** The first line of the text in the file, from 1. */
  readonly line: number;
}

/**
 * Finds a section whose marker line was removed or renamed, by its text. The section extends to the end of the part that has the text.
 *
 * @param text the text of the section in the last export.
 * @param isUnchanged whether a part is a section that was not edited. It does not have the text of another one.
 * @returns the parts with the section among them, or the same parts if the text is in none of them, or in several and none has it alone.
 */
export function restoreSection(
  parts: readonly FilePart[],
  section: LedgerSection,
  text: string,
  isUnchanged: (part: FilePart) => boolean,
): readonly FilePart[] {
  if (text === "") return parts;
  const found = parts.flatMap((part, at) =>
    isUnchanged(part) ? [] : findLines(part.text, text).map((start) => ({ part, at, start })),
  );
  const whole = found.find(({ part }) => part.section === undefined && part.text === text);
  const only = whole ?? (found.length === 1 ? found[0] : undefined);
  if (only === undefined) return parts;
  const { part, at, start } = only;
  const before = trimSection(part.text.slice(0, start));
  const line = part.line + part.text.slice(0, start).split("\n").length - 1;
  // A marker with another name, directly before the text, is a renamed one.
  const isReplaced = before === "" && part.section === undefined;
  return [
    ...parts.slice(0, at),
    ...(isReplaced ? [] : [{ ...part, text: before }]),
    { section, name: section.name, text: part.text.slice(start), line },
    ...parts.slice(at + 1),
  ];
}

/** Returns the first two positions at which a text has the searched text as whole lines. */
function findLines(text: string, searched: string): readonly number[] {
  const [inLines, lines] = [`\n${text}\n`, `\n${searched}\n`];
  const first = inLines.indexOf(lines);
  if (first < 0) return [];
  const second = inLines.indexOf(lines, first + 1);
  return second < 0 ? [first] : [first, second];
}
