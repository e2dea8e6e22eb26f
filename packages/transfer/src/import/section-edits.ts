import type { LedgerSection } from "../ledger/ledger.ts";
import { splitSections } from "../print/sections.ts";
import { restoreSection, type FilePart } from "./restore-sections.ts";

/** A section of a joined file that was edited or removed since the last export. */
export interface SectionEdit {
  readonly section: LedgerSection;
  /** The present texts of the rule. None if the section was removed; several if the file has its marker several times with different texts. */
  readonly texts: readonly string[];
  /** The text of the rule in the last export. Absent if it is not known. */
  readonly base?: string;
  /** The first line of the first of these texts in the file, from 1. Absent if the section was removed. */
  readonly line?: number;
  /** The hash of the present text. Absent unless there is exactly one. */
  readonly sha256?: string;
  /** Whether the text may contain that of the next section, whose marker is missing. */
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

export interface SectionEditOptions {
  /** Returns the SHA-256 of a text in hexadecimal. */
  readonly hash: (text: string) => string;
  /** Returns a text that a section may have had in the last export, such as that of the base, or of its rule as it is now. It is checked by its hash. */
  readonly getTexts: (section: LedgerSection) => readonly string[];
}

/**
 * Compares a joined file with the sections of its last export. Sections are found by their markers, else by their unchanged text: markers may be
 * reordered, repeated, renamed or removed.
 */
export function findSectionEdits(
  file: string,
  sections: readonly LedgerSection[],
  { hash, getTexts }: SectionEditOptions,
): SectionEdits {
  const bases = new Map(
    sections.map((section) => [section, getTexts(section).find((text) => hash(text) === section.sha256)] as const),
  );
  const isUnchanged = (part: FilePart): boolean => part.section !== undefined && hash(part.text) === part.section.sha256;
  const parts = restoreAll(splitIntoParts(file, sections), sections, bases, isUnchanged);
  const isMissing = (section: LedgerSection | undefined): boolean =>
    section !== undefined && parts.every((part) => part.section !== section);
  const edits = sections.flatMap((section, at) => {
    const own = parts.filter((part) => part.section === section);
    const edited = own.filter((part) => !isUnchanged(part));
    const [first] = edited;
    if (first === undefined && own.length > 0) return [];
    const base = bases.get(section);
    const texts = [...new Set(edited.map(({ text }) => text))];
    return {
      section,
      texts: texts.map((text) => removeHeading(text, section)),
      isUnclear: first !== undefined && isMissing(sections[at + 1]),
      ...(base !== undefined && { base: removeHeading(base, section) }),
      ...(first !== undefined && { line: first.line }),
      ...(first !== undefined && texts.length === 1 && { sha256: hash(first.text) }),
    };
  });
  const added = parts.filter(({ section, text }) => section === undefined && text !== "");
  return { edits, added };
}

/** Splits the file, and finds the section of each part by its marker. */
function splitIntoParts(file: string, sections: readonly LedgerSection[]): readonly FilePart[] {
  const { sections: found, outside } = splitSections(file);
  const byName = new Map(sections.map((section) => [section.name, section]));
  const marked = found.map((part) => {
    const section = byName.get(part.name);
    return section === undefined ? part : { ...part, section };
  });
  return [...marked, ...outside].toSorted((left, right) => left.line - right.line);
}

function restoreAll(
  parts: readonly FilePart[],
  sections: readonly LedgerSection[],
  bases: ReadonlyMap<LedgerSection, string | undefined>,
  isUnchanged: (part: FilePart) => boolean,
): readonly FilePart[] {
  let restored = parts;
  for (const section of sections) {
    const base = bases.get(section);
    if (base !== undefined && restored.every((part) => part.section !== section)) {
      restored = restoreSection(restored, section, base, isUnchanged);
    }
  }
  return restored;
}

/** Removes the heading that the export added. One that was edited stays: it is part of the rule from then on. */
function removeHeading(text: string, { heading }: LedgerSection): string {
  if (heading === undefined || !`${text}\n`.startsWith(`${heading}\n`)) return text;
  return text.slice(heading.length).replace(/^(?:[ \t]*\n)+/, "");
}
