import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { resolveAnswer, resolveRequest, wireTrace } from "../schemas/resolution.ts";
import { textOrNull, texts } from "../wire-parts.ts";

const read = { method: "get", tag: "Resolve", role: "reader", isRepeatable: true } as const;

/** Resolving, and the traces of recent resolutions. */
export const resolveRoutes = {
  resolve: defineRoute({
    method: "post",
    path: "/resolve",
    tag: "Resolve",
    summary: "Resolve which rules apply to a request",
    description:
      "Returns the prompt section and the rules in it. Resolve before every model call: files that the agent opens in the meantime can " +
      "make other rules apply.",
    role: "reader",
    isRepeatable: true,
    body: resolveRequest,
    position: "read",
    answer: { status: 200, description: "The rules that apply.", body: resolveAnswer },
    errors: [404, 503],
  }),
  listTraces: defineRoute({
    ...read,
    path: "/traces",
    summary: "List recent resolutions",
    description: "The server keeps the traces of a limited number of resolutions in memory. A client sees those of its own user.",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(50).describe("The maximum number of traces."),
    }),
    answer: objectAnswer("Recent resolutions, newest first.", {
      traces: z.array(
        z.object({
          request_id: z.string(),
          timestamp: textOrNull,
          user_id: textOrNull,
          files: texts,
          applied: texts.describe("The names of the applied rules, in order."),
        }),
      ),
    }),
  }),
  getTrace: defineRoute({
    ...read,
    path: "/traces/{id}",
    summary: "Get the trace of a resolution",
    params: z.object({ id: z.string().describe("The `request_id` of the resolution.") }),
    answer: { status: 200, description: "The trace.", body: wireTrace },
    errors: [404],
  }),
} as const;
