import type { Route } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { Hono } from "hono";
import type { ServerEnvironment } from "./environment.ts";

/**
 * Refuses methods that no route has at a path, for paths without parameters. Without this, a route with a parameter would serve them. Must be called after
 * the routes are mounted, and before those with parameters.
 */
export function refuseOtherMethods(app: Hono<ServerEnvironment>, base: string, routes: readonly Route[]): void {
  for (const [path, served] of Map.groupBy(routes, (route) => route.path)) {
    const allowed = served.map(({ method }) => method.toUpperCase());
    app.all(base + path, (c) => {
      throw new PreceptError("METHOD_NOT_ALLOWED", { method: c.req.method, path: c.req.path, allowed });
    });
  }
}
