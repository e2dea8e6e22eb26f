import type { ProjectRoutes } from "@precept/contract";
import { inContextSession } from "../../access/context-session.ts";
import type { Handler } from "../handler.ts";
import { contextHeaders, loadWireForms, toContextParts } from "./context-answer.ts";

export const getContext: Handler<ProjectRoutes["getContext"]> = async ({ query }, context) => {
  const loaded = await inContextSession(context, query, (session) =>
    context.project.workspace.context.load(session, { create: "memory" }),
  );
  const { composeContext } = await loadWireForms();
  const prompt = composeContext(loaded.context, loaded.files);
  return { body: { prompt, ...(await toContextParts(loaded, query.session_id)) }, headers: contextHeaders };
};
