import { wireContextChangeSchema, wireContextSchema, wireFileLoadResultSchema, wireMemoryEntrySchema } from "../agent-context.ts";
import { sessionTypes } from "../values/agent-context.ts";
import { z } from "zod";
import { count, objectOf, optionalText, type Wire } from "../wire-parts.ts";
import { identifier } from "./query.ts";
import { resolveAnswer } from "./resolution.ts";

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

const { content: _, ...fileFields } = wireFileLoadResultSchema.shape;

/** What happened to a file of the agent context, without its text. */
const fileReport = objectOf("ContextFile", "What happened to a file of the agent context. Its text is in the context.", {
  ...fileFields,
  characters: count.describe("The length of the text in UTF-16 code units."),
});

export type ContextFileReport = Wire<typeof fileReport>;

const contextParts = {
  context: wireContextSchema.meta({
    id: "AgentContext",
    description: "The texts that an agent boots from. A shared one has no memory.",
  }),
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
  bootstrap: optionalText("The text of BOOTSTRAP.md, if this boot offers it. It is part of the prompt."),
});

export type BootAnswer = Wire<typeof bootAnswer>;

/** An entry of MEMORY.md. */
export const memoryEntry = wireMemoryEntrySchema.meta({ id: "MemoryEntry", description: "An entry of the agent's memory." });

/** A change of the agent context. It has no texts. */
export const contextChange = wireContextChangeSchema.meta({
  id: "ContextChangedEvent",
  description:
    "Files of the agent context changed. Clients without the right to main sessions only receive changes of shared contexts.",
});
