import { z } from "zod";

/** The answer of `/healthz`. */
export const health = z
  .object({ status: z.literal("alive") })
  .meta({ id: "Health", description: "The server process runs and answers." });

export type Health = z.output<typeof health>;

/** The answer of `/readyz`. */
export const readiness = z
  .object({
    status: z
      .enum(["ready", "degraded", "not_ready"])
      .describe("`degraded`: some projects or stores do not work, the others do. `not_ready`: send requests to another server."),
    problems: z
      .array(
        z.object({
          kind: z.enum(["stopping", "project_failed", "store_failed", "store_stale"]),
          count: z.int().min(1).describe("How many projects or stores have this problem. 1 for `stopping`."),
          projects: z
            .array(z.string())
            .optional()
            .describe("The projects. Only with the token of an admin, or on a server without tokens."),
          reasons: z
            .array(z.string())
            .optional()
            .describe("The reasons. Only with the token of an admin, or on a server without tokens."),
        }),
      )
      .describe("What does not work. Empty if the server is ready."),
  })
  .meta({ id: "Readiness", description: "Whether the server can answer requests." });

export type Readiness = z.output<typeof readiness>;
