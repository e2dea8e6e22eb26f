import { hasRole, type ProjectRoutes } from "@precept/contract";
import { fromWireRequest, PreceptError } from "@precept/core";
import { inContextSession } from "../../access/context-session.ts";
import type { Handler } from "../handler.ts";
import { readOptions, readRequest, splitBody, toAnswer } from "../resolve/resolve.ts";
import { contextHeaders, toContextParts } from "./context-answer.ts";

export const bootAgent: Handler<ProjectRoutes["bootAgent"]> = async ({ body }, context) => {
  const { session_type: sessionType, create, ...resolved } = body;
  const { settings, request } = splitBody(resolved);
  const read = await readRequest(fromWireRequest(request), context);
  if (create && !hasRole(context.principal.role, "editor")) {
    throw new PreceptError("FORBIDDEN", { action: "Creating files of the agent context", required: "the role editor" });
  }
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
    headers: contextHeaders,
  };
};
