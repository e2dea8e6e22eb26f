import { hasRole } from "@precept/contract";
import { buildTrace, PreceptError, toWireTrace } from "@precept/core";
import { userOf } from "../../access/tenant.ts";
import type { TracedResolution } from "../../projects/open-project.ts";
import type { Handlers, RequestContext } from "../handler.ts";

export const traceHandlers = {
  listTraces: async ({ query }, context) => {
    const traced = context.project.traces.list().filter((one) => isVisible(one, context));
    return {
      body: {
        traces: traced.slice(0, query.limit).map(({ resolution, tenant }) => ({
          request_id: resolution.requestId,
          timestamp: resolution.timestamp ?? null,
          user_id: tenant.userId ?? null,
          files: [...resolution.request.files],
          applied: resolution.applied.map(({ rule }) => rule.name),
        })),
      },
    };
  },
  getTrace: async ({ params: { id } }, context) => {
    const traced = context.project.traces.list().find((one) => one.resolution.requestId === id && isVisible(one, context));
    if (traced === undefined) throw new PreceptError("TRACE_UNKNOWN", { id });
    return { body: toWireTrace(buildTrace(traced.resolution)) };
  },
} satisfies Partial<Handlers>;

/** A resolution is visible to its user, and to admins. */
function isVisible({ tenant }: TracedResolution, context: RequestContext): boolean {
  return hasRole(context.principal.role, "admin") || tenant.userId === userOf(context, undefined);
}
