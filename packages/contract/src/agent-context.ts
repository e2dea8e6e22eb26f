import { z } from "zod";
import type { Wire } from "./wire-parts.ts";
import { contextFileIds, fileLoadStates, sessionTypes } from "./values/agent-context.ts";

// The wire forms of the agent context: snake_case, for REST, MCP and the command line.

const count = z.int().min(0);
const time = z.iso.datetime().describe("ISO 8601.");
const text = z.string().optional();

const contextFields = {
  session_id: z.string().min(1),
  created_at: time,
  agents_content: text,
  spirit_content: text,
  owner_content: text,
  tools_content: text,
  daily_memories: z.array(z.string()).max(2).describe("The notes of today and yesterday."),
  loaded_files: z.array(z.string()).describe("The paths of the files with a text, in load order."),
  load_time_ms: count,
  version: z
    .string()
    .describe("Changes with every change of the texts. Contexts of different session types have different versions."),
};

/** The schema of an agent context on the wire. A shared context with `memory_content` does not pass. */
export const wireContextSchema = z.discriminatedUnion("session_type", [
  z.strictObject({ ...contextFields, session_type: z.literal("main"), memory_content: text }),
  z.strictObject({ ...contextFields, session_type: z.literal("shared") }),
]);

/** The schema of the result of loading a file on the wire. */
export const wireFileLoadResultSchema = z.strictObject({
  id: z.enum(contextFileIds),
  name: z.string().describe("The canonical name, such as `SPIRIT.md`."),
  file_path: z.string().describe("The path that was read, relative to the directory of the context."),
  success: z.boolean().describe("Whether there is a text: from the file, its last good version or the default."),
  content: text,
  error: text.describe("Why the file itself was not read."),
  loaded_at: time,
  from_cache: z.boolean().describe("Whether the text is the last good one, because the file cannot be read now."),
  is_default: z.boolean().describe("Whether the text is the default one."),
  is_missing: z.boolean().describe("Whether an optional file does not exist."),
  truncated: z.boolean().describe("Whether a limit cut the text."),
  omitted_characters: count.describe("How many UTF-16 code units a limit cut."),
  alias: text.describe("The other name that was read, such as `SOUL.md`."),
  note: text.describe("What a user should know about the result."),
  sha256: text.describe("The SHA-256 of the file, in hexadecimal."),
  states: z.array(z.enum(fileLoadStates)).describe("The states that the file went through."),
});

/** The schema of the definition of a context file on the wire. */
export const wireContextFileSchema = z.strictObject({
  id: z.enum(contextFileIds),
  name: z.string(),
  path: z.string(),
  aliases: z.array(z.string()),
  required: z.boolean(),
  main_session_only: z.boolean(),
  load_order: count,
  offered_once: z.boolean(),
  default_template: text,
});

/** The schema of an entry of MEMORY.md on the wire. */
export const wireMemoryEntrySchema = z.strictObject({
  id: z.string(),
  content: z.string(),
  source_date: z.iso.date().optional().describe("The date of the note that it comes from."),
  importance: z.int().min(1).max(5).describe("From 1 (can be forgotten) to 5 (must not be forgotten)."),
  category: z.string().describe("The heading above the entry."),
  created_at: time,
  updated_at: time,
});

/** The schema of a change of the agent context on the wire. */
export const wireContextChangeSchema = z.strictObject({
  session_type: z.enum(sessionTypes).describe("The sessions that are concerned."),
  files: z.array(z.string()).describe("The paths of the changed files, relative to the directory of the context."),
  version: z.string(),
  previous_version: z.string(),
});

export type WireContext = Wire<typeof wireContextSchema>;
export type WireFileLoadResult = Wire<typeof wireFileLoadResultSchema>;
export type WireContextFile = Wire<typeof wireContextFileSchema>;
export type WireMemoryEntry = Wire<typeof wireMemoryEntrySchema>;
export type WireContextChange = Wire<typeof wireContextChangeSchema>;
