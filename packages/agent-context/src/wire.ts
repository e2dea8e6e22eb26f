import {
  wireContextChangeSchema,
  wireContextFileSchema,
  wireContextSchema,
  wireFileLoadResultSchema,
  wireMemoryEntrySchema,
  type WireContext,
  type WireContextChange,
  type WireContextFile,
  type WireFileLoadResult,
  type WireMemoryEntry,
} from "@precept/contract/agent-context";
import type { AgentContext } from "./agent-context.ts";
import { contextFiles, type ContextFile } from "./context-files.ts";
import type { ContextChange } from "./context-change.ts";
import type { FileLoadResult } from "./file-load-result.ts";
import type { MemoryEntry } from "./memory/memory-entry.ts";

/** Converts an agent context to its wire form. @throws an error if a shared context has a memory. */
export function toWireContext(context: AgentContext): WireContext {
  return wireContextSchema.parse(toSnakeCase(context));
}

/** Converts the result of loading a file to its wire form. */
export function toWireFileLoadResult(file: FileLoadResult): WireFileLoadResult {
  return wireFileLoadResultSchema.parse(toSnakeCase(file));
}

/** Converts an entry of MEMORY.md to its wire form. */
export function toWireMemoryEntry(entry: MemoryEntry): WireMemoryEntry {
  return wireMemoryEntrySchema.parse(toSnakeCase(entry));
}

/** Converts a change of the agent context to its wire form. */
export function toWireContextChange(change: ContextChange): WireContextChange {
  return wireContextChangeSchema.parse(toSnakeCase(change));
}

/** Converts the definition of a context file to its wire form. Its path is relative to the directory of the context. */
export function toWireContextFile(file: ContextFile): WireContextFile {
  return wireContextFileSchema.parse(toSnakeCase({ ...file, path: file.name }));
}

/** The definitions of all context files in their wire form, in load order. */
export function listWireContextFiles(): readonly WireContextFile[] {
  return contextFiles.map(toWireContextFile);
}

/** The keys of these objects differ from the wire only in their case. */
function toSnakeCase(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), field]),
  );
}
