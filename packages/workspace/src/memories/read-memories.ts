import { homedir } from "node:os";
import { join } from "node:path";
import type { ImportedMemory, MemoryFile } from "./imported-memory.ts";

/** The programs whose saved memories can be imported, with the scope of the rules. */
export const memorySources = {
  "claude-memory": { scope: "project", description: "the memory directory of Claude Code for this project" },
  "memory-file": { scope: "project", description: "MEMORY.md files" },
  mem0: { scope: "user", description: "an export of mem0, in JSON" },
  chatgpt: { scope: "user", description: "the saved memories of ChatGPT, in JSON or a line for each" },
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
 * Reads the memories of files, each text once.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` for a file in another format.
 */
export async function readMemories(source: MemorySourceId, files: readonly MemoryFile[]): Promise<readonly ImportedMemory[]> {
  const { joinMemories } = await import("./imported-memory.ts");
  if (source === "mem0" || source === "chatgpt") {
    const { parseExport } = await import("./parse-exports.ts");
    return joinMemories(files.flatMap(parseExport));
  }
  const { parseClaudeMemory, parseMemoryFile } = await import("./parse-claude-memory.ts");
  return joinMemories(files.flatMap(source === "claude-memory" ? parseClaudeMemory : parseMemoryFile));
}
