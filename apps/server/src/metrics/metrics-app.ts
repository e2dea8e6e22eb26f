import { Hono } from "hono";
import { metricsType } from "./format-metrics.ts";
import type { ServerMetrics } from "./server-metrics.ts";

/** Creates an application that only has `/metrics`, without tokens, for an address of its own. */
export function createMetricsApp(metrics: ServerMetrics): Hono {
  const app = new Hono();
  app.get("/metrics", async (c) => c.text(await metrics.format(), 200, { "content-type": metricsType }));
  return app;
}
