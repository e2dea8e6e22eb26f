import type { Route } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { Hono } from "hono";
import type { ServerEnvironment } from "./environment.ts";

/**
 * Answers requests with a method that no route has at a path: `OPTIONS` with the methods of the path, the others with an error. Call it after the routes
 * are mounted, and before others whose paths match, too.
 *
 * @param base the start of all paths.
 */
export function refuseOtherMethods(app: Hono<ServerEnvironment>, base: string, routes: readonly Route[]): void {
  for (const [path, served] of Map.groupBy(routes, (route) => route.path)) {
    const allowed = [...served.flatMap(methodsOf), "OPTIONS"];
    app.all(toPattern(base + path), (c) => {
      if (c.req.method === "OPTIONS") return c.body(null, 204, { allow: allowed.join(", ") });
      throw new PreceptError("METHOD_NOT_ALLOWED", { method: c.req.method, path: c.req.path, allowed });
    });
  }
}

/** Hono answers `HEAD` like `GET`, without the body. */
function methodsOf({ method }: Route): readonly string[] {
  return method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];
}

/** Converts parameters in braces to those of Hono. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
