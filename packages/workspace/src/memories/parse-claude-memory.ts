import { parseMemory } from "@precept/agent-context";
import type { RuleCategory } from "@precept/core";
import { splitEntries, type MemoryFile, type ParsedMemories } from "./imported-memory.ts";

/** The types of memories in Claude Code that are a category of rules. */
const categories: Readonly<Record<string, RuleCategory>> = { user: "preference", feedback: "behavior" };

/** A link to a file of the same directory, at the start of an entry: `[Title](file.md) — what it is about`. */
const indexEntry = /^\[[^\]]*\]\((?!\w+:)[^)]+\.md\)/;

/** Parses the files of a memory directory of Claude Code: MEMORY.md is an index, each other file has one memory. */
export function parseClaudeMemory({ path, text }: MemoryFile): ParsedMemories {
  if (/(?:^|[\\/])MEMORY\.md$/i.test(path)) return parseMemoryFile({ path, text });
  const [header = "", lines = ""] = /^\uFEFF?---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const content = text.slice(header.length).trim();
  const { name, description, type = "" } = readFields(lines);
  const category = categories[type];
  return splitEntries([
    {
      content,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(category !== undefined && { category }),
      files: [path],
    },
  ]);
}

/** A paragraph that is no part of a list, and no heading, comment, fence, table or line. */
const prose = /^ {0,3}(?![-*+] |#|<!--|```|~~~|\||-{3}|_{3})\S/;

/**
 * Parses the entries of a MEMORY.md. Links to other files are left out: these have the memory. Paragraphs are skipped, since they often
 * introduce a list.
 */
export function parseMemoryFile({ path, text }: MemoryFile): ParsedMemories {
  const entries = parseMemory(text).filter(({ content }) => !indexEntry.test(content));
  const [, , body = text] = /^\uFEFF?---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)([^]*)$/.exec(text) ?? [];
  const paragraphs = body.replace(/^ {0,3}(```|~~~)[^]*?^ {0,3}\1/gm, "").split(/\r?\n[ \t]*\r?\n/);
  return splitEntries([
    ...entries.map(({ content, sourceDate }) => ({
      content,
      ...(sourceDate !== undefined && { createdAt: `${sourceDate}T00:00:00.000Z` }),
      files: [path],
    })),
    ...paragraphs.filter((paragraph) => prose.test(paragraph)).map(() => "prose" as const),
  ]);
}

/** Reads the fields of the header, at any level. Its YAML is written by a program, on one line for each field. */
function readFields(lines: string): Readonly<Partial<Record<"name" | "description" | "type", string>>> {
  const fields: Record<string, string> = {};
  for (const [, key = "", value = ""] of lines.matchAll(/^[ \t]*(name|description|type):[ \t]*(.+?)[ \t]*$/gm)) {
    fields[key] ??= value.replace(/^(["'])(.*)\1$/, "$2");
  }
  return fields;
}
