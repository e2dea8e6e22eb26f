import type { FileLoadResult, LoadedContext } from "@precept/agent-context";
import type { ContextFileReport } from "@precept/contract";
import { fromWireRequest } from "@precept/core";
import { inContextSession } from "../../access/context-session.ts";
import { assertRole } from "../../access/principal.ts";
import type { Handlers } from "../handler.ts";
import { readOptions, readRequest, splitBody, toAnswer } from "../resolve/resolve.ts";

/** Shared caches must not mix the answers of different tokens, whatever they think of `no-store`. */
const headers = { "cache-control": "private, no-store", vary: "authorization" } as const;

/** Loaded on first use: most requests need no agent context. */
const loadWireForms = () => import("@precept/agent-context");

export const contextHandlers = {
  getContext: async ({ query }, context) => {
    const loaded = await inContextSession(context, query, (session) =>
      context.project.workspace.context.load(session, { create: "memory" }),
    );
    const { composeContext } = await loadWireForms();
    const prompt = composeContext(loaded.context, loaded.files);
    return { body: { prompt, ...(await toContextParts(loaded, query.session_id)) }, headers };
  },
  bootAgent: async ({ body }, context) => {
    const { session_type: sessionType, create, ...resolved } = body;
    const { settings, request } = splitBody(resolved);
    const read = await readRequest(fromWireRequest(request), context);
    if (create) assertRole(context.principal, "editor", "Creating files of the agent context");
    const options = { ...readOptions(settings, context), create: create ? "write" : "memory", bootstrap: create } as const;
    const booted = await inContextSession(context, { session_type: sessionType, session_id: read.session }, ({ session }) =>
      context.project.workspace.boot({ ...read, sessionType }, { ...options, sessionKey: session }),
    );
    return {
      body: {
        prompt: booted.prompt,
        ...(await toContextParts(booted, read.session)),
        resolution: toAnswer(booted.resolution, settings),
        ...(booted.bootstrap !== undefined && { bootstrap: booted.bootstrap }),
      },
      headers,
    };
  },
  listMemoryEntries: async ({ query: { category, session_id } }, context) => {
    const entries = await inContextSession(context, { session_type: "main", session_id }, (session) =>
      context.project.workspace.context.readMemory(session),
    );
    const { toWireMemoryEntry } = await loadWireForms();
    const matching = category === undefined ? entries : entries.filter((entry) => entry.category === category);
    return { body: { entries: matching.map(toWireMemoryEntry), total: entries.length }, headers };
  },
  addMemoryEntry: async ({ body }, context) => {
    const { content, category, importance, source_date: sourceDate, session_id } = body;
    const entry = await inContextSession(context, { session_type: "main", session_id }, (session) =>
      context.project.workspace.context.appendMemory({ content, category, importance, sourceDate }, session),
    );
    const { toWireMemoryEntry } = await loadWireForms();
    return { body: toWireMemoryEntry(entry), headers };
  },
  addDailyNote: async ({ body: { content, section } }, { project }) => {
    const { date, path } = await project.workspace.context.appendDailyNote({ content, section });
    return { body: { date, path } };
  },
} satisfies Partial<Handlers>;

/** @param session the id that the client has chosen. The context has the id under which the server stores it. */
async function toContextParts({ context, files }: LoadedContext, session: string | null | undefined) {
  const { toWireContext } = await loadWireForms();
  return {
    context: { ...toWireContext(context), ...(session !== undefined && session !== null && { session_id: session }) },
    files: await Promise.all(files.map(toFileReport)),
  };
}

async function toFileReport(file: FileLoadResult): Promise<ContextFileReport> {
  const { toWireFileLoadResult } = await loadWireForms();
  const { content = "", ...report } = toWireFileLoadResult(file);
  return { ...report, characters: content.length };
}
