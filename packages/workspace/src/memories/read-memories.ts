import { homedir } from "node:os";
import { join } from "node:path";
import type { ImportedMemory, MemoryFile, ParsedMemories, SkippedMemories } from "./imported-memory.ts";

/** The programs whose saved memories can be imported, with the scope of the rules. */
export const memorySources = {
  "claude-memory": { scope: "project", description: "the memory directory of Claude Code for this project" },
  "memory-file": { scope: "project", description: "MEMORY.md files" },
  mem0: { scope: "user", description: "an export of mem0, in JSON" },
  chatgpt: { scope: "user", description: "ChatGPT's data export, or its saved memories with a line for each" },
  "claude-export": { scope: "user", description: "the memories in Claude's data export" },
} as const;

export type MemorySourceId = keyof typeof memorySources;

/** Whether memories can be imported from a source with this name. */
export function isMemorySource(name: string): name is MemorySourceId {
  return Object.hasOwn(memorySources, name);
}

/** The directory in which Claude Code saves what it remembers about a project. @param home default: the home directory of the user */
export function claudeMemoryDir(project: string, home: string = homedir()): string {
  return join(home, ".claude", "projects", project.replace(/[^A-Za-z0-9]/g, "-"), "memory");
}

/**
 * Reads the memories of files, each text once, and says what was skipped.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` for a file in another format.
 */
export async function readMemories(source: MemorySourceId, files: readonly MemoryFile[]): Promise<FoundMemories> {
  const { joinMemories } = await import("./imported-memory.ts");
  const parse = await parsers[source]();
  const parsed = files.map((file) => ({ ...parse(file), file: file.path }));
  return {
    memories: joinMemories(parsed.flatMap(({ memories }) => memories)),
    skipped: parsed.flatMap(({ file, skipped }) => {
      const reasons = Map.groupBy(skipped, (reason) => reason);
      return [...reasons].map(([reason, all]): SkippedMemories => ({ file, reason, count: all.length }));
    }),
  };
}

/** What is in files with memories. */
export interface FoundMemories {
  readonly memories: readonly ImportedMemory[];
  readonly skipped: readonly SkippedMemories[];
}

const parsers: Readonly<Record<MemorySourceId, () => Promise<(file: MemoryFile) => ParsedMemories>>> = {
  "claude-memory": async () => (await import("./parse-claude-memory.ts")).parseClaudeMemory,
  "memory-file": async () => (await import("./parse-claude-memory.ts")).parseMemoryFile,
  mem0: async () => (await import("./parse-exports.ts")).parseExport,
  chatgpt: async () => (await import("./parse-exports.ts")).parseExport,
  "claude-export": async () => (await import("./parse-claude-export.ts")).parseClaudeExport,
};
