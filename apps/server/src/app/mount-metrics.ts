import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { problem } from "@precept/contract";
import { z } from "zod";
import { assertRole } from "../access/principal.ts";
import type { ServerParts } from "./server-parts.ts";
import { metricsType } from "../metrics/prometheus.ts";
import { arrivalOf } from "../http/admit-requests.ts";
import type { ServerEnvironment } from "../http/environment.ts";

/** Mounts `/metrics`, for admins. A server without tokens can only be reached from its own machine. */
export function mountMetrics(app: OpenAPIHono<ServerEnvironment>, { admission, metrics }: ServerParts): void {
  const refused = { "application/problem+json": { schema: problem } };
  const route = createRoute({
    method: "get",
    path: "/metrics",
    operationId: "getMetrics",
    tags: ["Server"],
    summary: "Get the metrics of the server",
    description:
      "In the text format of Prometheus. Needs the token of an admin; a separate address without tokens can be configured.",
    security: [{ token: [] }],
    responses: {
      200: { description: "The metrics.", content: { "text/plain": { schema: z.string() } } },
      401: { description: "The token is missing, invalid or expired.", content: refused },
      403: { description: "The token does not have the role admin.", content: refused },
    },
  });
  app.openapi(route, async (c) => {
    const { principal, release } = await admission.admit(arrivalOf(c));
    try {
      assertRole(principal, "admin", "Reading the metrics");
      return c.text(await metrics.format(), 200, { "content-type": metricsType });
    } finally {
      release();
    }
  });
}
