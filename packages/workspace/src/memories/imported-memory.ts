import { comparableText, type RuleCategory } from "@precept/core";

/** A memory that another program has saved. */
export interface ImportedMemory {
  readonly content: string;
  /** The name that the program uses. */
  readonly name?: string;
  readonly description?: string;
  readonly category?: RuleCategory;
  readonly tags?: readonly string[];
  /** ISO 8601. */
  readonly createdAt?: string;
  /** The files that have it, as they were named. Several files can have the same text. */
  readonly files: readonly string[];
}

/** What a reader left out of a file, and why. */
export interface SkippedMemories {
  /** As the user typed it. */
  readonly file: string;
  readonly count: number;
  readonly reason: SkipReason;
}

/** Why an entry of a file is no memory, as the user reads it. */
export const skipReasons = {
  noText: "no text",
  heading: "a heading or a fence",
  inactive: "deleted, archived or turned off",
  expired: "expired",
  unsaved: "not saved by ChatGPT",
  forget: "a request to forget",
  prose: "outside of a list",
  otherPages: "on another page of the list",
} as const;

export type SkipReason = keyof typeof skipReasons;

/** The memories of a file, and what was skipped. An entry of `skipped` is one skipped entry of the file. */
export interface ParsedMemories {
  readonly memories: readonly ImportedMemory[];
  readonly skipped: readonly SkipReason[];
}

/** A memory, or why an entry is none. */
export type ParsedEntry = ImportedMemory | SkipReason;

/** Splits entries into memories and what was skipped. */
export function splitEntries(entries: Iterable<ParsedEntry>): ParsedMemories {
  const memories: ImportedMemory[] = [];
  const skipped: SkipReason[] = [];
  for (const entry of entries) {
    if (typeof entry === "string") skipped.push(entry);
    else if (entry.content === "") skipped.push("noText");
    else memories.push(entry);
  }
  return { memories, skipped };
}

/** A file to read memories from. */
export interface MemoryFile {
  /** As the user typed it. */
  readonly path: string;
  readonly text: string;
}

/** Joins memories with the same text, whatever the case and the white space: the first one gets what the others know. */
export function joinMemories(memories: readonly ImportedMemory[]): readonly ImportedMemory[] {
  const joined = new Map<string, ImportedMemory>();
  for (const memory of memories) {
    const key = comparableText(memory.content);
    if (key === "") continue;
    const known = joined.get(key);
    joined.set(key, known === undefined ? memory : joinTwo(known, memory));
  }
  return [...joined.values()];
}

function joinTwo(first: ImportedMemory, second: ImportedMemory): ImportedMemory {
  const tags = [...new Set([...(first.tags ?? []), ...(second.tags ?? [])])];
  const [createdAt] = [first.createdAt, second.createdAt].filter((time) => time !== undefined).toSorted();
  return {
    ...second,
    ...first,
    ...(tags.length > 0 && { tags }),
    ...(createdAt !== undefined && { createdAt }),
    files: [...new Set([...first.files, ...second.files])],
  };
}
