import { hasRole } from "@precept/contract";
import { PreceptError } from "@precept/core";
import { userOf } from "../../access/tenant.ts";
import type { TracedResolution } from "../../traces/trace-log.ts";
import type { Handlers, RequestContext } from "../handler.ts";

export const traceHandlers = {
  listTraces: async ({ query }, context) => {
    const traced = (await context.project.traces.list()).filter((one) => isVisible(one, context));
    return {
      body: {
        traces: traced.slice(0, query.limit).map(({ tenant, requestId, timestamp, files, applied }) => ({
          request_id: requestId,
          timestamp,
          user_id: tenant.userId ?? null,
          files: [...files],
          applied: [...applied],
        })),
      },
    };
  },
  getTrace: async ({ params: { id } }, context) => {
    const traces = await context.project.traces.list();
    const traced = traces.find((one) => one.requestId === id && isVisible(one, context));
    if (traced === undefined) throw new PreceptError("TRACE_UNKNOWN", { id });
    return { body: traced.trace() };
  },
} satisfies Partial<Handlers>;

/** A resolution is visible to its user, and to admins. */
function isVisible({ tenant }: TracedResolution, context: RequestContext): boolean {
  return hasRole(context.principal.role, "admin") || tenant.userId === userOf(context, undefined);
}
