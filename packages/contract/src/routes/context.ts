import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { bootAnswer, contextAnswer, contextSession, memoryEntry, sessionType } from "../schemas/agent-context.ts";
import { resolveRequest } from "../schemas/resolution.ts";
import { count, falseByDefault, optionalText } from "../wire-parts.ts";

const read = { method: "get", tag: "Context", role: "reader", isRepeatable: true } as const;
const write = { method: "post", tag: "Context", role: "editor", isRepeatable: false } as const;
const session = { session_id: contextSession };

/** The agent context: the files that an agent boots from, its memory and its notes. */
export const contextRoutes = {
  getContext: defineRoute({
    ...read,
    path: "/context",
    summary: "Get the agent context",
    description: "Returns the files that an agent boots from, without the rules. Creates no file.",
    query: z.strictObject({ session_type: sessionType, ...session }),
    answer: { status: 200, description: "The context.", body: contextAnswer },
    errors: [404, 409, 503],
  }),
  bootAgent: defineRoute({
    ...write,
    role: "reader",
    path: "/context/boot",
    summary: "Boot an agent with its context and its rules",
    description:
      "Takes the fields of `POST /resolve`, and returns one prompt: the agent context, then the rules that apply. Rules from files of the " +
      "context are not repeated. Without `create`, no file is created.",
    body: resolveRequest
      .extend({
        session_type: sessionType,
        ...session,
        create: falseByDefault(
          "Whether to create missing required files from their default texts, and to offer BOOTSTRAP.md, once, to a main session. " +
            "Needs the role `editor`.",
        ),
      })
      .meta({ id: "BootRequest", description: "What an agent boots for. All fields are optional." }),
    answer: { status: 200, description: "What the agent boots with.", body: bootAnswer },
    errors: [404, 409, 503],
  }),
  listMemoryEntries: defineRoute({
    ...read,
    path: "/context/memory",
    summary: "List the entries of the agent's memory",
    description: "Reads MEMORY.md. Only for tokens with the right to main sessions.",
    query: z.strictObject({ ...session, category: optionalText("Only entries of this category.") }),
    answer: objectAnswer("The entries that match, in the order of the file, of which at most 4 MiB are read.", {
      entries: z.array(memoryEntry),
      total: count.describe("The number of entries of all categories."),
    }),
    errors: [404, 409, 503],
  }),
  addMemoryEntry: defineRoute({
    ...write,
    path: "/context/memory",
    summary: "Add an entry to the agent's memory",
    description:
      "Appends to MEMORY.md. Only for tokens with the right to main sessions. Everything else in the file stays as it is.",
    body: z.strictObject({
      content: z.string().describe("The text, of up to 10,000 characters."),
      category: optionalText("The heading of the entry. Default: `General`."),
      importance: z.int().min(1).max(5).optional().describe("From 1 (can be forgotten) to 5 (must not be forgotten). Default 3."),
      source_date: z.iso.date().optional().describe("The date of the note that it comes from."),
      ...session,
    }),
    answer: { status: 201, description: "The entry.", body: memoryEntry },
    errors: [404, 409, 503],
  }),
  addDailyNote: defineRoute({
    ...write,
    path: "/context/notes",
    summary: "Add an entry to today's note",
    description: "Appends to `memory/YYYY-MM-DD.md`. Sessions of both types may.",
    body: z.strictObject({
      content: z.string().describe("Markdown of up to 10,000 characters."),
      section: optionalText("The heading below which it is added. Default: the part above the first heading."),
    }),
    answer: {
      status: 201,
      description: "Where the entry is.",
      body: z.object({
        date: z.string().describe("The day, in the time zone of the context."),
        path: z.string().describe("The note, relative to the directory of the context."),
      }),
    },
    errors: [404, 503],
  }),
} as const;
