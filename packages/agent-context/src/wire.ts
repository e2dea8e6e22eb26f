import type {
  WireContext,
  WireContextChange,
  WireContextFile,
  WireFileLoadResult,
  WireMemoryEntry,
} from "@precept/contract/agent-context";
import { snakeCase, type SnakeCase } from "@precept/contract/values";
import type { AgentContext } from "./agent-context.ts";
import { contextFiles, type ContextFile } from "./context-files.ts";
import type { ContextChange } from "./context-change.ts";
import type { FileLoadResult } from "./file-load-result.ts";
import type { MemoryEntry } from "./memory/memory-entry.ts";

/** Converts an agent context to its wire form. @throws an error if a shared context has a memory. */
export function toWireContext(context: AgentContext): WireContext {
  if (context.sessionType !== "main" && "memoryContent" in context) {
    throw new Error("A shared context must not have `memory_content`.");
  }
  return toSnakeCase(context);
}

/** Converts the result of loading a file to its wire form. */
export const toWireFileLoadResult: (file: FileLoadResult) => WireFileLoadResult = toSnakeCase;

/** Converts an entry of MEMORY.md to its wire form. */
export const toWireMemoryEntry: (entry: MemoryEntry) => WireMemoryEntry = toSnakeCase;

/** Converts a change of the agent context to its wire form. */
export const toWireContextChange: (change: ContextChange) => WireContextChange = toSnakeCase;

/** Converts the definition of a context file to its wire form. Its path is relative to the directory of the context. */
export function toWireContextFile(file: ContextFile): WireContextFile {
  return toSnakeCase({ ...file, path: file.name });
}

/** The definitions of all context files in their wire form, in load order. */
export function listWireContextFiles(): readonly WireContextFile[] {
  return contextFiles.map(toWireContextFile);
}

/** The wire forms of these objects differ from them only in the case of the keys. */
function toSnakeCase<Value extends object>(value: Value): { [Key in keyof Value as SnakeCase<Key & string>]: Value[Key] } {
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [snakeCase(key), field])) as ReturnType<
    typeof toSnakeCase<Value>
  >;
}
