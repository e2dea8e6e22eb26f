import type { SubscribableEvent } from "@precept/contract";
import { PreceptError } from "@precept/core";
import { assertRole } from "../../access/principal.ts";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers } from "../handler.ts";

export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // A proxy that collects the answer would delay the events.
  "x-accel-buffering": "no",
};

export const eventHandlers = {
  streamEvents: async ({ query }, context) => {
    const { principal, project, stopping } = context;
    const isAll = query.all === "true";
    if (isAll) assertRole(principal, "admin", "Streaming the events of all users");
    const reader = isAll ? "all" : await tenantOf(context, query);
    try {
      const stream = await project.events.open({
        reader,
        types: new Set(query.types.split(",") as SubscribableEvent[]),
        mainSession: principal.mainSession ?? false,
        lastId: context.header("last-event-id"),
        signal: AbortSignal.any([context.signal, stopping]),
      });
      return { stream: stream.body, closed: stream.closed, headers: streamHeaders };
    } catch (error) {
      throw stopping.aborted ? new PreceptError("SERVER_STOPPING", {}) : error;
    }
  },
} satisfies Partial<Handlers>;
