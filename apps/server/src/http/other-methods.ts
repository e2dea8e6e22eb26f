import type { Route } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { Hono } from "hono";
import type { ServerEnvironment } from "./environment.ts";

type MethodOfPath = Pick<Route, "method" | "path" | "answer">;

/**
 * Answers requests with a method that a path does not have: `OPTIONS` with the methods of the path, the others with an
 * error. Call it after the routes are mounted, and for paths without parameters before routes with parameters, which
 * would serve them.
 *
 * @param base the path that the paths of the routes are relative to.
 */
export function refuseOtherMethods(app: Hono<ServerEnvironment>, base: string, routes: readonly MethodOfPath[]): void {
  for (const [path, methods] of Map.groupBy(routes, (route) => route.path)) {
    const allowed = allowedMethods(methods);
    app.all(toPattern(base + path), (c) => {
      if (c.req.method === "OPTIONS") return c.body(null, 204, { allow: allowed.join(", ") });
      throw new PreceptError("METHOD_NOT_ALLOWED", { method: c.req.method, path: c.req.path, allowed });
    });
  }
}

/** `HEAD` is `GET` without the body of the answer, so an event stream has none. */
function allowedMethods(routes: readonly MethodOfPath[]): readonly string[] {
  return [...routes.flatMap(methodsOf), "OPTIONS"];
}

function methodsOf({ method, answer }: MethodOfPath): readonly string[] {
  return method === "get" && answer.type === undefined ? ["GET", "HEAD"] : [method.toUpperCase()];
}

/** Converts parameters in braces to those of Hono. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
