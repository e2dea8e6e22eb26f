import { parseMemory } from "@precept/agent-context";
import type { RuleCategory } from "@precept/core";
import type { ImportedMemory, MemoryFile } from "./imported-memory.ts";

/** The types of memories in Claude Code that are a category of rules. */
const categories: Readonly<Record<string, RuleCategory>> = { user: "preference", feedback: "behavior" };

/** A link to a file of the same directory, at the start of an entry: `[Title](file.md) — what it is about`. */
const indexEntry = /^\[[^\]]*\]\((?!\w+:)[^)]+\.md\)/;

/** Parses the files of a memory directory of Claude Code: MEMORY.md is an index, each other file has one memory. */
export function parseClaudeMemory({ path, text }: MemoryFile): readonly ImportedMemory[] {
  if (/(?:^|[\\/])MEMORY\.md$/i.test(path)) return parseMemoryFile({ path, text });
  const [header = "", lines = ""] = /^\uFEFF?---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const content = text.slice(header.length).trim();
  const { name, description, type = "" } = readFields(lines);
  const category = categories[type];
  return [
    {
      content,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(category !== undefined && { category }),
      files: [path],
    },
  ];
}

/** Parses the entries of a MEMORY.md. Links to other files are left out: these have the memory. */
export function parseMemoryFile({ path, text }: MemoryFile): readonly ImportedMemory[] {
  return parseMemory(text)
    .filter(({ content }) => !indexEntry.test(content))
    .map(({ content, sourceDate }) => ({
      content,
      ...(sourceDate !== undefined && { createdAt: `${sourceDate}T00:00:00.000Z` }),
      files: [path],
    }));
}

/** Reads the fields of the header, at any level. Its YAML is written by a program, on one line for each field. */
function readFields(lines: string): Readonly<Partial<Record<"name" | "description" | "type", string>>> {
  const fields: Record<string, string> = {};
  for (const [, key = "", value = ""] of lines.matchAll(/^[ \t]*(name|description|type):[ \t]*(.+?)[ \t]*$/gm)) {
    fields[key] ??= value.replace(/^(["'])(.*)\1$/, "$2");
  }
  return fields;
}
