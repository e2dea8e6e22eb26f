import { z } from "zod";
import type { Wire } from "./object-of.ts";
import { contextFileIds, fileLoadStates, sessionTypes } from "./values/agent-context.ts";

// The wire forms of the agent context: snake_case, for REST, MCP and the command line.

function described<Schema extends z.ZodType>(description: string, schema: Schema): Schema {
  return schema.describe(description);
}

const count = z.int().check(z.gte(0));
const time = described("ISO 8601.", z.iso.datetime());
const text = z.optional(z.string());

const contextFields = {
  session_id: z.string().check(z.minLength(1)),
  created_at: time,
  agents_content: text,
  spirit_content: text,
  owner_content: text,
  tools_content: text,
  daily_memories: described("The notes of today and yesterday.", z.array(z.string()).check(z.maxLength(2))),
  loaded_files: described("The paths of the files with a text, in load order.", z.array(z.string())),
  load_time_ms: count,
  version: described(
    "Changes with every change of the texts. Contexts of different session types have different versions.",
    z.string(),
  ),
};

/** The schema of an agent context on the wire. A shared context with `memory_content` does not pass. */
export const wireContextSchema = z.discriminatedUnion("session_type", [
  z.strictObject({ ...contextFields, session_type: z.literal("main"), memory_content: text }),
  z.strictObject({ ...contextFields, session_type: z.literal("shared") }),
]);

/** The schema of the result of loading a file on the wire. */
export const wireFileLoadResultSchema = z.strictObject({
  id: z.enum(contextFileIds),
  name: described("The canonical name, such as `SPIRIT.md`.", z.string()),
  file_path: described("The path that was read, relative to the directory of the context.", z.string()),
  success: described("Whether there is a text: from the file, its last good version or the default.", z.boolean()),
  content: text,
  error: described("Why the file itself was not read.", text),
  loaded_at: time,
  from_cache: described("Whether the text is the last good one, because the file cannot be read now.", z.boolean()),
  is_default: described("Whether the text is the default one.", z.boolean()),
  is_missing: described("Whether an optional file does not exist.", z.boolean()),
  truncated: described("Whether a limit cut the text.", z.boolean()),
  omitted_characters: described("How many UTF-16 code units a limit cut.", count),
  alias: described("The other name that was read, such as `SOUL.md`.", text),
  note: described("What a user should know about the result.", text),
  sha256: described("The SHA-256 of the file, in hexadecimal.", text),
  states: described("The states that the file went through.", z.array(z.enum(fileLoadStates))),
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
  source_date: described("The date of the note that it comes from.", z.optional(z.iso.date())),
  importance: described("From 1 (can be forgotten) to 5 (must not be forgotten).", z.int().check(z.gte(1), z.lte(5))),
  category: described("The heading above the entry.", z.string()),
  created_at: time,
  updated_at: time,
});

/** The schema of a change of the agent context on the wire. */
export const wireContextChangeSchema = z.strictObject({
  session_type: described("The sessions that are concerned.", z.enum(sessionTypes)),
  files: described("The paths of the changed files, relative to the directory of the context.", z.array(z.string())),
  version: z.string(),
  previous_version: z.string(),
});

export type WireContext = Wire<typeof wireContextSchema>;
export type WireFileLoadResult = Wire<typeof wireFileLoadResultSchema>;
export type WireContextFile = Wire<typeof wireContextFileSchema>;
export type WireMemoryEntry = Wire<typeof wireMemoryEntrySchema>;
export type WireContextChange = Wire<typeof wireContextChangeSchema>;
