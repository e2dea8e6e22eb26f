import { z } from "zod";
import { defineRoute } from "../route.ts";
import { defaultEvents, subscribableEvents } from "../schemas/events.ts";
import { optionalText } from "../wire-parts.ts";

const anyType = `(?:${subscribableEvents.join("|")})`;

/** The stream of events. */
export const eventRoutes = {
  streamEvents: defineRoute({
    method: "get",
    path: "/events",
    tag: "Events",
    summary: "Stream changes and decisions as they happen",
    description:
      "Server-sent events. Each has an `id`, a type in `event`, and JSON in `data`. A client sees the events of its own user only. " +
      "A client that reconnects with the last `id` as `Last-Event-ID` receives exactly the events that it missed. If the server does not " +
      "have all of them, it first sends a `reset` event that says why. A stream without events has a comment every few seconds. The " +
      "server closes the streams of clients that read too slowly, and of revoked tokens.",
    role: "reader",
    isRepeatable: true,
    query: z.object({
      types: z
        .string()
        .regex(new RegExp(`^${anyType}(?:,${anyType})*$`), { error: `must be one or more of ${subscribableEvents.join(", ")}` })
        .default(defaultEvents.join(","))
        .describe(
          `The types of events, separated by commas: ${subscribableEvents.join(", ")}. \`rule_debug\` computes a trace for each resolution.`,
        ),
      user_id: optionalText("The user whose events to stream. Default: that of the token. Only an admin may name another."),
      project_id: optionalText("The project in a store of several projects. Default: that of the configuration."),
      all: z
        .enum(["true", "false"])
        .default("false")
        .describe(
          "Whether to stream the events of all users of the project, including violations that other programs write to the audit log. " +
            "Changes of the rules of users without requests in the last minutes are not included. Only for admins.",
        ),
    }),
    answer: {
      status: 200,
      description: "The stream. It ends when the server stops or the project is closed.",
      type: "text/event-stream",
    },
    errors: [404, 503],
  }),
} as const;
