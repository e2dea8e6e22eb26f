import { sha256 as hash } from "@precept/files";
import type { LedgerSection } from "../../ledger/ledger.ts";
import { splitSections, trimSection } from "../../print/sections.ts";

/** A section of a joined file that was edited or removed since the last export. */
export interface SectionEdit {
  readonly section: LedgerSection;
  /** The present texts: none if the section was removed, several if its marker occurs with different texts. */
  readonly texts: readonly string[];
  /** The text of the rule in the last export. Absent if it is not known. */
  readonly base?: string;
  /** The hash of the present text. Absent unless there is exactly one. */
  readonly sha256?: string;
  /** Whether the text may contain the next section, whose marker is missing. */
  readonly isUnclear: boolean;
}

/** A text of a joined file that belongs to none of its rules. */
export interface AddedText {
  readonly text: string;
  /** The name in the marker line before it. Absent for text outside of sections. */
  readonly name?: string;
  /** Its first line in the file, from 1. */
  readonly line: number;
}

export interface SectionEdits {
  /** In the order of the last export. Unchanged sections are not listed, wherever they are now. */
  readonly edits: readonly SectionEdit[];
  readonly added: readonly AddedText[];
}

interface FilePart extends AddedText {
  /** The section of the last export that the part belongs to. Absent for text that no section had. */
  readonly section?: LedgerSection;
}

/**
 * Compares a joined file with the sections of its last export. Sections are found by their markers, else by their
 * unchanged text: markers may be reordered, repeated, renamed or removed.
 *
 * @param getTexts returns texts that a section may have had in the last export. They are checked by their hash.
 */
export function findSectionEdits(
  file: string,
  sections: readonly LedgerSection[],
  getTexts: (section: LedgerSection) => readonly string[],
): SectionEdits {
  const bases = new Map(sections.map((section) => [section, getTexts(section).find((text) => hash(text) === section.sha256)]));
  let parts = splitIntoParts(file, sections);
  for (const [section, base = ""] of bases) {
    if (base !== "" && parts.every((part) => part.section !== section)) parts = restoreSection(parts, section, base);
  }
  const edits = sections.flatMap((section, at) => {
    const own = parts.filter((part) => part.section === section);
    const edited = own.filter((part) => !isUnchanged(part));
    if (edited.length === 0 && own.length > 0) return [];
    const next = sections[at + 1];
    const base = bases.get(section);
    const texts = [...new Set(edited.map(({ text }) => text))];
    const [only = "", ...others] = texts;
    return {
      section,
      texts: texts.map((text) => removeHeading(text, section)),
      isUnclear: edited.length > 0 && next !== undefined && parts.every((part) => part.section !== next),
      ...(base !== undefined && { base: removeHeading(base, section) }),
      ...(edited.length > 0 && others.length === 0 && { sha256: hash(only) }),
    };
  });
  return { edits, added: parts.filter(({ section, text }) => section === undefined && text !== "") };
}

function splitIntoParts(file: string, sections: readonly LedgerSection[]): readonly FilePart[] {
  const { sections: found, outside } = splitSections(file);
  const byName = new Map(sections.map((section) => [section.name, section]));
  const marked = found.map((part) => {
    const section = byName.get(part.name);
    return section === undefined ? part : { ...part, section };
  });
  return [...marked, ...outside].toSorted((left, right) => left.line - right.line);
}

function isUnchanged({ section, text }: FilePart): boolean {
  return section !== undefined && hash(text) === section.sha256;
}

/**
 * Finds a section whose marker line was removed or renamed, by its text in the last export. It extends to the end of
 * the part with the text. The parts stay if none has the text, or several have it and none has it alone.
 */
function restoreSection(parts: readonly FilePart[], section: LedgerSection, text: string): readonly FilePart[] {
  // A section that was not edited does not have the text of another one.
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
  const second = first < 0 ? -1 : inLines.indexOf(lines, first + 1);
  return [first, second].filter((position) => position >= 0);
}

/** Removes the heading that the export added. One that was edited stays: it is part of the rule from then on. */
function removeHeading(text: string, { heading }: LedgerSection): string {
  if (heading === undefined || !`${text}\n`.startsWith(`${heading}\n`)) return text;
  return text.slice(heading.length).replace(/^(?:[ \t]*\n)+/, "");
}
