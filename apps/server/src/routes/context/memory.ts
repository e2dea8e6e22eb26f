import type { ProjectRoutes } from "@precept/contract";
import { inContextSession } from "../../access/context-session.ts";
import type { Handler } from "../handler.ts";
import { contextHeaders, loadWireForms } from "./context-answer.ts";

export const listMemoryEntries: Handler<ProjectRoutes["listMemoryEntries"]> = async ({ query }, context) => {
  const entries = await inContextSession(context, { session_type: "main", session_id: query.session_id }, (session) =>
    context.project.workspace.context.readMemory(session),
  );
  const { toWireMemoryEntry } = await loadWireForms();
  const { category } = query;
  const matching = category === undefined ? entries : entries.filter((entry) => entry.category === category);
  return { body: { entries: matching.map(toWireMemoryEntry), total: entries.length }, headers: contextHeaders };
};

export const addMemoryEntry: Handler<ProjectRoutes["addMemoryEntry"]> = async ({ body }, context) => {
  const { content, category, importance, source_date: sourceDate, session_id: id } = body;
  const entry = await inContextSession(context, { session_type: "main", session_id: id }, (session) =>
    context.project.workspace.context.appendMemory({ content, category, importance, sourceDate }, session),
  );
  const { toWireMemoryEntry } = await loadWireForms();
  return { body: toWireMemoryEntry(entry), headers: contextHeaders };
};
