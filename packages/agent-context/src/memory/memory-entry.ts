import { formatNumber, PreceptError } from "@precept/core";
import { maxEntryCharacters } from "../limits.ts";

/** One thing to remember: a bullet of MEMORY.md below the heading of its category. */
export interface MemoryEntry {
  /** A UUID, or for a bullet that was written by hand `hand-` and a hash of its category, date and text. */
  readonly id: string;
  readonly content: string;
  /** The date of the note that it comes from, as `YYYY-MM-DD`. */
  readonly sourceDate?: string;
  /** From 1 (can be forgotten) to 5 (must not be forgotten). Default 3. */
  readonly importance: Importance;
  readonly category: string;
  /** ISO 8601. For a bullet that was written by hand: its date, or else the time of the last change of the file. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

export type Importance = 1 | 2 | 3 | 4 | 5;

/** The importance of entries without one. */
export const defaultImportance: Importance = 3;

/** The category of entries without one, and of bullets above the first heading. */
export const defaultCategory = "General";

/** The maximum length of a category, in characters. */
const maxCategoryCharacters = 100;

/** A new entry for MEMORY.md. */
export interface MemoryEntryInput {
  /** Any text of up to 10,000 characters, also with line breaks. */
  readonly content: string;
  /** The heading of the entry: one line. Default `General`. */
  readonly category?: string | undefined;
  /** Default 3. */
  readonly importance?: number | undefined;
  /** The date of the note that it comes from, as `YYYY-MM-DD`. Default: none. */
  readonly sourceDate?: string | undefined;
}

export type CheckedInput = Pick<MemoryEntry, "content" | "category" | "importance" | "sourceDate">;

/** @throws PreceptError `MEMORY_ENTRY_INVALID`. */
export function checkEntry(input: MemoryEntryInput): CheckedInput {
  const { content, category = defaultCategory, importance = defaultImportance, sourceDate } = input;
  const reasons: string[] = [...findTextProblems(content, "content"), ...findHeadingProblems(category, "category")];
  if (!isImportance(importance)) reasons.push("importance must be an integer from 1 to 5");
  if (sourceDate !== undefined && !isDate(sourceDate)) reasons.push("sourceDate must be a date such as 2026-02-15");
  if (reasons.length > 0) throw new PreceptError("MEMORY_ENTRY_INVALID", { reasons });
  return { content, category, importance: importance as Importance, ...(sourceDate !== undefined && { sourceDate }) };
}

export function findTextProblems(text: unknown, field: string): readonly string[] {
  if (typeof text !== "string") return [`${field} must be a string`];
  if (text.length > maxEntryCharacters) return [`${field} must have at most ${formatNumber(maxEntryCharacters)} characters`];
  return toSingleLine(text) === "" ? [`${field} must not be empty`] : [];
}

export function findHeadingProblems(heading: unknown, field: string): readonly string[] {
  if (typeof heading !== "string" || heading === "") return [`${field} must be a text`];
  if (heading.length > maxCategoryCharacters) return [`${field} must have at most ${maxCategoryCharacters} characters`];
  const isPlain =
    heading === heading.replace(/[\p{Cc}\s]+/gu, " ").trim() && heading.isWellFormed() && !/^#|#$|<!--/.test(heading);
  return isPlain ? [] : [`${field} must be one line without \`<!--\`, and without # at its ends`];
}

export function isImportance(value: unknown): value is Importance {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 5;
}

/** Whether a text is a date of the calendar, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Matches the beginning of a Markdown block, of an entry's date, or of a link definition, which is not shown. */
const blockStart =
  /^(?:#{1,6}(?: |$)|[-+*](?: |$)|>|`{3}|~{3}|<|=+$|(?:(?:- ?){3,}|(?:_ ?){3,}|(?:\* ?){3,})$|\[\d{4}-\d{2}-\d{2}\]|\[[^\]]*\]:)/;

/** Writes a text as one line of a Markdown list item: white space becomes single spaces, block starts are escaped. */
export function toSingleLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll("<!--", "&lt;!--");
  if (blockStart.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})(?=[.)](?: |$))/, "$1\\");
}
