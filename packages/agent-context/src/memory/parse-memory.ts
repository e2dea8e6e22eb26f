import { pushAll } from "@precept/core";
import { sha256 } from "@precept/files";
import { parseEntryLine, type EntryLine } from "./entry-line.ts";
import { readMarkdownLines, type Line } from "./markdown-lines.ts";
import { defaultCategory, type MemoryEntry } from "./memory-entry.ts";

export interface ParseMemoryOptions {
  /** The time of bullets without a time or date. Default: the start of 1970. */
  readonly modifiedAt?: Date;
}

interface Bullet {
  readonly category: string;
  readonly first: string;
  /** The lines after the first one, without their common indentation. */
  readonly rest: string[];
}

/**
 * Parses the entries of a MEMORY.md: the bullets of its lists, by the level 2 headings above them. Bullets in code,
 * comments and front matter are no entries, and nested bullets belong to the entry above them.
 *
 * @example
 * ```ts
 * import { parseMemory } from "@precept/agent-context";
 *
 * const [entry] = parseMemory("## Decisions\n- [2026-02-15] Files hold the context.\n");
 * console.log(entry?.category, entry?.sourceDate, entry?.content);
 * ```
 */
export function parseMemory(text: string, { modifiedAt = new Date(0) }: ParseMemoryOptions = {}): readonly MemoryEntry[] {
  const ids = new Set<string>();
  const counts = new Map<string, number>();
  const entries: MemoryEntry[] = [];
  for (const { category, first, rest } of readBullets(text)) {
    const line = parseEntryLine(first);
    const content = rest.length === 0 ? line.content : [line.content, ...rest].join("\n").trimEnd();
    if (content.trim() === "") continue;
    const key = JSON.stringify([category, line.sourceDate, content]);
    // Of several bullets with the same id, only the first one keeps it: the others are copies.
    const isOwn = line.id !== undefined && !ids.has(line.id);
    const count = counts.get(key) ?? 0;
    if (!isOwn) counts.set(key, count + 1);
    const id = isOwn && line.id !== undefined ? line.id : `hand-${sha256(`${key}#${count}`).slice(0, 32)}`;
    ids.add(id);
    entries.push({ ...timesOf(line, modifiedAt), id, content, category, importance: line.importance });
  }
  return entries;
}

function timesOf(line: EntryLine, modifiedAt: Date): Pick<MemoryEntry, "sourceDate" | "createdAt" | "updatedAt"> {
  const { sourceDate } = line;
  const fallback = sourceDate === undefined ? modifiedAt.toISOString() : `${sourceDate}T00:00:00.000Z`;
  const { createdAt = fallback, updatedAt = createdAt } = line;
  return { ...(sourceDate !== undefined && { sourceDate }), createdAt, updatedAt };
}

const bulletStart = /^( {0,3})[-*+](?:[ \t]+(.*))?$/;
const thematicBreak = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})$/;

function readBullets(text: string): readonly Bullet[] {
  const bullets: Bullet[] = [];
  let category = defaultCategory;
  let open: Bullet | undefined;
  let blanks = 0;
  for (const line of readMarkdownLines(text).lines) {
    if (line.isBlank) {
      blanks += 1;
      continue;
    }
    if (line.heading !== undefined) {
      open = undefined;
      if (line.heading.level <= 2) category = (line.heading.level === 2 && line.heading.title) || defaultCategory;
    } else if (open !== undefined && continues(line, blanks)) {
      pushAll(open.rest, [...Array.from({ length: blanks }, () => ""), line.text.replace(/^(?: {2}|\t)/, "")]);
    } else {
      const [, , first] = line.isOpaque || thematicBreak.test(line.text) ? [] : (bulletStart.exec(line.text) ?? []);
      open = first === undefined ? undefined : { category, first, rest: [] };
      if (open !== undefined) bullets.push(open);
    }
    blanks = 0;
  }
  return bullets;
}

/** Whether a line belongs to the bullet above it: it is indented, or it continues the paragraph of the bullet. */
function continues({ text, isOpaque }: Line, blanks: number): boolean {
  if (/^(?: {2}|\t)/.test(text)) return true;
  return (
    blanks === 0 && !isOpaque && !bulletStart.test(text) && !thematicBreak.test(text) && !/^ ?(?:>|\||\d+[.)][ \t])/.test(text)
  );
}
