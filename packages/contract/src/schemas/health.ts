import { z } from "zod";
import { objectOf, texts } from "../wire-parts.ts";

/** The answer of `/healthz`. */
export const health = objectOf("Health", "The server process runs and answers.", { status: z.literal("alive") });

export type Health = z.output<typeof health>;

/** The answer of `/readyz`. */
export const readiness = objectOf("Readiness", "Whether the server can answer requests.", {
  status: z
    .enum(["ready", "degraded", "not_ready"])
    .describe(
      "`degraded`: some projects, stores or caches do not work, the others do. `not_ready`: send requests to another server.",
    ),
  problems: z
    .array(
      z.object({
        kind: z.enum(["stopping", "project_failed", "store_failed", "store_stale", "cache_failed"]),
        count: z.int().min(1).describe("How many projects, stores or caches have this problem. 1 for `stopping`."),
        projects: texts.optional().describe("The projects. Only with the token of an admin, or on a server without tokens."),
        reasons: texts.optional().describe("The reasons. Only with the token of an admin, or on a server without tokens."),
      }),
    )
    .describe("What does not work. Empty if the server is ready."),
});

export type Readiness = z.output<typeof readiness>;
