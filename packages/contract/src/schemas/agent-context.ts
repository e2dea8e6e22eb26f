import { contextFileIds, fileLoadStates, sessionTypes } from "../values/agent-context.ts";
import { z } from "zod";
import { objectOf, type Wire } from "./object-of.ts";
import { identifier } from "./query.ts";
import { resolveAnswer } from "./resolution.ts";

const count = z.int().min(0);
const texts = z.array(z.string());

/** Who sees what a session receives. The default gives no one the agent's memory by mistake. */
export const sessionType = z
  .enum(sessionTypes)
  .default("shared")
  .describe(
    "Who sees what the session receives: `main` is the owner alone, `shared` is a group or unknown. Only a main session gets MEMORY.md. " +
      "It needs a token with the right to main sessions.",
  );

/** The id of the session of a request about the agent context. */
export const contextSession = identifier
  .max(1000)
  .nullish()
  .describe("The session. One that was shared cannot become a main one. Default: a new session.");

/** What happened to a file of the agent context, without its text. */
const fileReport = objectOf("ContextFile", "What happened to a file of the agent context. Its text is in the context.", {
  id: z.enum(contextFileIds),
  name: z.string().describe("The canonical name, such as `SPIRIT.md`."),
  file_path: z.string().describe("The path that was read, relative to the directory of the context."),
  success: z.boolean().describe("Whether there is a text: that of the file, its last good one, or the default text."),
  characters: count.describe("The length of the text in UTF-16 code units."),
  error: z.string().optional().describe("Why the file itself was not read."),
  loaded_at: z.string().describe("ISO 8601."),
  from_cache: z.boolean().describe("Whether the text is the last good one, because the file cannot be read now."),
  is_default: z.boolean().describe("Whether the text is the default one."),
  is_missing: z.boolean().describe("Whether an optional file does not exist."),
  truncated: z.boolean().describe("Whether a limit cut the text."),
  omitted_characters: count.describe("How many UTF-16 code units a limit cut."),
  alias: z.string().optional().describe("The other name that was read, such as `SOUL.md`."),
  note: z.string().optional().describe("What a user should know about the result."),
  sha256: z.string().optional().describe("The SHA-256 of the file, in hexadecimal."),
  states: z.array(z.enum(fileLoadStates)).describe("The states that the file went through."),
});

export type ContextFileReport = Wire<typeof fileReport>;

const contextShape = {
  session_id: z.string(),
  created_at: z.string().describe("ISO 8601."),
  agents_content: z.string().optional(),
  spirit_content: z.string().optional(),
  owner_content: z.string().optional(),
  tools_content: z.string().optional(),
  daily_memories: texts.describe("The notes of today and yesterday."),
  loaded_files: texts.describe("The paths of the files with a text, in load order."),
  load_time_ms: count,
  version: z
    .string()
    .describe("Changes with every change of the texts. Contexts of different session types have different versions."),
};

const agentContext = z
  .discriminatedUnion("session_type", [
    z.strictObject({ ...contextShape, session_type: z.literal("main"), memory_content: z.string().optional() }),
    z.strictObject({ ...contextShape, session_type: z.literal("shared") }),
  ])
  .meta({
    id: "AgentContext",
    description: "The texts that an agent boots from. A shared one has no memory.",
  });

const contextParts = {
  context: agentContext,
  files: z.array(fileReport).describe("The files of the context, in load order."),
};

/** The agent context as an answer. */
export const contextAnswer = objectOf("AgentContextAnswer", "The agent context, and what happened to its files.", {
  prompt: z.string().describe("The texts as a section for the prompt of the agent."),
  ...contextParts,
});

export type ContextAnswer = Wire<typeof contextAnswer>;

export const bootAnswer = objectOf("BootAnswer", "What an agent boots with.", {
  prompt: z.string().describe("The agent context, then the rules."),
  ...contextParts,
  resolution: resolveAnswer,
  bootstrap: z.string().optional().describe("The text of BOOTSTRAP.md, if this boot offers it. It is part of the prompt."),
});

export type BootAnswer = Wire<typeof bootAnswer>;

/** An entry of MEMORY.md. */
export const memoryEntry = objectOf("MemoryEntry", "An entry of the agent's memory.", {
  id: z.string(),
  content: z.string(),
  source_date: z.string().optional().describe("The date of the note that it comes from."),
  importance: z.int().min(1).max(5).describe("From 1 (can be forgotten) to 5 (must not be forgotten)."),
  category: z.string().describe("The heading above the entry."),
  created_at: z.string().describe("ISO 8601."),
  updated_at: z.string().describe("ISO 8601."),
});

/** A change of the agent context. It has no texts. */
export const contextChange = objectOf(
  "ContextChangedEvent",
  "Files of the agent context changed. Clients without the right to main sessions only receive changes of shared contexts.",
  {
    session_type: z.enum(sessionTypes).describe("The sessions that are concerned."),
    files: texts.describe("The paths of the changed files, relative to the directory of the context."),
    version: z.string(),
    previous_version: z.string(),
  },
);
