import { hasRole, type ProjectRoutes, type SubscribableEvent } from "@precept/contract";
import { PreceptError } from "@precept/core";
import { tenantOf } from "../../access/tenant.ts";
import type { Handler } from "../handler.ts";
import { streamHeaders } from "./stream-headers.ts";

export const streamEvents: Handler<ProjectRoutes["streamEvents"]> = async ({ query }, context) => {
  const { principal, project, streams } = context;
  const isAll = query.all === "true";
  if (isAll && !hasRole(principal.role, "admin")) {
    throw new PreceptError("FORBIDDEN", { action: "Streaming the events of all users", required: "the role admin" });
  }
  const reader = isAll ? "all" : await tenantOf(context, query);
  const slot = streams.open(principal.tokenId);
  try {
    const stream = await project.events.open({
      reader,
      types: new Set(query.types.split(",") as SubscribableEvent[]),
      mainSession: principal.mainSession ?? false,
      lastId: context.header("last-event-id"),
      signal: AbortSignal.any([context.signal, slot.signal]),
    });
    void stream.closed.then(slot.release);
    return { stream: stream.body, closed: stream.closed, headers: streamHeaders };
  } catch (error) {
    slot.release();
    throw slot.signal.aborted ? new PreceptError("SERVER_STOPPING", {}) : error;
  }
};
