import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { comparableText, PreceptError } from "@precept/core";
import { readFileIn } from "@precept/files";
import { openContextDirectory } from "../context-directory.ts";
import { contextFileTable } from "../context-files.ts";
import { editNote, textOf } from "../edit-note.ts";
import { maxFileBytes } from "../limits.ts";
import { printEntryLine } from "./entry-line.ts";
import { insertBullet } from "./insert-bullet.ts";
import { checkEntry, type MemoryEntry, type MemoryEntryInput } from "./memory-entry.ts";
import { parseMemory } from "./parse-memory.ts";

const { name } = contextFileTable.memory;

export interface MemoryOptions {
  /** Returns the current time. Default: the system's clock. */
  readonly now?: () => Date;
}

/**
 * Reads the entries of MEMORY.md. For main sessions only: the caller must not show them to a shared session.
 *
 * @returns no entries if the file does not exist.
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory; `PATH_REFUSED`, `NOT_A_FILE`,
 *   `NOT_A_TEXT_FILE`, `FILE_TOO_LARGE` or `FILE_SYSTEM_FAILED` for the file.
 */
export async function readMemoryEntries(dir: string): Promise<readonly MemoryEntry[]> {
  const root = openContextDirectory(dir);
  const content = await readFileIn(root, name, { maxBytes: maxFileBytes });
  const text = textOf(content, name);
  return text === undefined || content.kind !== "bytes" ? [] : parseMemory(text, { modifiedAt: new Date(content.modified) });
}

/**
 * Appends an entry to MEMORY.md, below the heading of its category. No other byte of the file is changed. Several
 * processes can append at the same time: an entry is in the file when the promise is fulfilled. If an entry has the
 * same content already, apart from case and white space, it is returned and nothing is written.
 *
 * @throws PreceptError `MEMORY_ENTRY_INVALID`, and as {@link readMemoryEntries}. `PATH_REFUSED` also if MEMORY.md has
 * several hard links.
 * @example
 * ```ts
 * import { appendMemoryEntry } from "@precept/agent-context";
 *
 * await appendMemoryEntry(".", { content: "Deploys happen on Tuesdays.", category: "Decisions", importance: 4 });
 * ```
 */
export async function appendMemoryEntry(
  dir: string,
  input: MemoryEntryInput,
  { now = () => new Date() }: MemoryOptions = {},
): Promise<MemoryEntry> {
  const checked = checkEntry(input);
  const createdAt = now().toISOString();
  const entry: MemoryEntry = { ...checked, id: randomUUID(), createdAt, updatedAt: createdAt };
  return editNote({
    root: openContextDirectory(dir),
    path: name,
    isPrivate: true,
    edit(text = `# ${name}\n`, modifiedAt) {
      const same = findSame(text, entry, modifiedAt);
      return same === undefined ? { text: addEntry(text, entry, modifiedAt), result: entry } : { text, result: same };
    },
  });
}

/** Finds the entry with the same content, apart from case and white space. */
function findSame(text: string, { content }: MemoryEntry, modifiedAt: Date): MemoryEntry | undefined {
  const comparable = comparableText(content);
  return parseMemory(text, { modifiedAt }).find((one) => comparableText(one.content) === comparable);
}

export function addEntry(text: string, entry: MemoryEntry, modifiedAt: Date): string {
  const added = insertBullet(text, entry.category, printEntryLine(entry));
  const before = parseMemory(text, { modifiedAt });
  const after = parseMemory(added, { modifiedAt });
  const isRead = after.some((one) => isDeepStrictEqual(one, entry));
  const others = after.filter(({ id }) => id !== entry.id);
  if (isRead && isDeepStrictEqual(others, before)) return added;
  throw new PreceptError("MEMORY_ENTRY_INVALID", {
    reasons: [`${name} has a structure that the entry cannot be added to; move its last list to the top level`],
  });
}
