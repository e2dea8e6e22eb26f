import { type ContextFileId, type FileLoadState, sessionTypes } from "@precept/contract/values";
import * as z from "zod/mini";
import type { AgentContext } from "./agent-context.ts";
import { contextFiles, type ContextFile } from "./context-files.ts";
import type { ContextChange } from "./context-change.ts";
import type { FileLoadResult } from "./file-load-result.ts";
import type { MemoryEntry } from "./memory/memory-entry.ts";

// The wire forms of the agent context: snake_case, for REST, MCP and the command line.

const count = z.int().check(z.gte(0));
const time = z.iso.datetime();
const sessionType = z.enum(sessionTypes);
const fileIds = [
  "agents",
  "spirit",
  "owner",
  "tools",
  "today",
  "yesterday",
  "memory",
  "bootstrap",
] as const satisfies readonly ContextFileId[];
const fileStates = [
  "CHECK",
  "READ",
  "CREATE",
  "FALLBACK",
  "REFUSED",
  "SUCCESS",
  "ABSENT",
  "FAILED",
] as const satisfies readonly FileLoadState[];

const contextFields = {
  session_id: z.string().check(z.minLength(1)),
  created_at: time,
  agents_content: z.exactOptional(z.string()),
  spirit_content: z.exactOptional(z.string()),
  owner_content: z.exactOptional(z.string()),
  tools_content: z.exactOptional(z.string()),
  daily_memories: z.array(z.string()).check(z.maxLength(2)),
  loaded_files: z.array(z.string()),
  load_time_ms: count,
  version: z.string(),
};

/** The schema of an agent context on the wire. A shared context with `memory_content` does not pass. */
export const wireContextSchema = z.discriminatedUnion("session_type", [
  z.strictObject({ ...contextFields, session_type: z.literal("main"), memory_content: z.exactOptional(z.string()) }),
  z.strictObject({ ...contextFields, session_type: z.literal("shared") }),
]);

/** The schema of the result of loading a file on the wire. */
export const wireFileLoadResultSchema = z.strictObject({
  id: z.enum(fileIds),
  name: z.string(),
  file_path: z.string(),
  success: z.boolean(),
  content: z.exactOptional(z.string()),
  error: z.exactOptional(z.string()),
  loaded_at: time,
  from_cache: z.boolean(),
  is_default: z.boolean(),
  is_missing: z.boolean(),
  truncated: z.boolean(),
  omitted_characters: count,
  alias: z.exactOptional(z.string()),
  note: z.exactOptional(z.string()),
  sha256: z.exactOptional(z.string()),
  states: z.array(z.enum(fileStates)),
});

/** The schema of the definition of a context file on the wire. */
export const wireContextFileSchema = z.strictObject({
  id: z.enum(fileIds),
  name: z.string(),
  path: z.string(),
  aliases: z.array(z.string()),
  required: z.boolean(),
  main_session_only: z.boolean(),
  load_order: count,
  offered_once: z.boolean(),
  default_template: z.exactOptional(z.string()),
});

/** The schema of an entry of MEMORY.md on the wire. */
export const wireMemoryEntrySchema = z.strictObject({
  id: z.string(),
  content: z.string(),
  source_date: z.exactOptional(z.iso.date()),
  importance: z.int().check(z.gte(1), z.lte(5)),
  category: z.string(),
  created_at: time,
  updated_at: time,
});

/** The schema of a change of the agent context on the wire. */
export const wireContextChangeSchema = z.strictObject({
  session_type: sessionType,
  files: z.array(z.string()),
  version: z.string(),
  previous_version: z.string(),
});

export type WireContext = z.infer<typeof wireContextSchema>;
export type WireFileLoadResult = z.infer<typeof wireFileLoadResultSchema>;
export type WireContextFile = z.infer<typeof wireContextFileSchema>;
export type WireMemoryEntry = z.infer<typeof wireMemoryEntrySchema>;
export type WireContextChange = z.infer<typeof wireContextChangeSchema>;

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
