import { isRecord } from "@precept/core";
import { defaultImportance, isDate, isImportance, toSingleLine, type Importance, type MemoryEntry } from "./memory-entry.ts";

/** The comment at the end of a bullet, with the entry's other fields. Only the last comment of a line counts. */
const metadata = / ?<!-- precept (\{[^<>]*\}) -->[ \t]*$/;

export interface EntryLine {
  readonly content: string;
  readonly sourceDate?: string;
  readonly importance: Importance;
  /** Absent for a bullet that was written by hand. */
  readonly id?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/**
 * Prints an entry as one line: `- [2026-02-15] text <!-- precept {"id":"…","importance":4,"created":"…"} -->`. The
 * comment also has the exact text if the line cannot show it.
 */
export function printEntryLine(entry: MemoryEntry): string {
  const { content, sourceDate, id, importance, createdAt, updatedAt } = entry;
  const line = toSingleLine(content);
  const fields = {
    id,
    importance,
    created: createdAt,
    ...(updatedAt !== createdAt && { updated: updatedAt }),
    ...(line !== content && { content }),
  };
  return `- ${sourceDate === undefined ? "" : `[${sourceDate}] `}${line} <!-- precept ${printJson(fields)} -->`;
}

export function parseEntryLine(text: string): EntryLine {
  const found = metadata.exec(text);
  const fields = found === null ? undefined : readJson(found[1] ?? "");
  const visible = fields === undefined ? text.trim() : text.slice(0, found?.index).trim();
  const [mark = "", date = ""] = /^\[(\d{4}-\d{2}-\d{2})\](?:[ \t]+|$)/.exec(visible) ?? [];
  const isDated = isDate(date);
  const shown = isDated ? visible.slice(mark.length) : visible;
  const { content, id, importance, created, updated = created } = fields ?? {};
  return {
    // The text of a line that was edited by hand takes precedence.
    content: typeof content === "string" && toSingleLine(content) === shown ? content : shown,
    ...(isDated && { sourceDate: date }),
    importance: isImportance(importance) ? importance : defaultImportance,
    ...(typeof id === "string" && id !== "" && { id }),
    ...(isTime(created) && { createdAt: created }),
    ...(isTime(updated) && { updatedAt: updated }),
  };
}

/** Prints JSON that cannot end a comment, and in which no program finds a line break. */
function printJson(value: object): string {
  return JSON.stringify(value).replace(/[<>]|(?<=-)-|[\u007F-\u009F\u2028\u2029\uFEFF]/g, escape);
}

function escape(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
