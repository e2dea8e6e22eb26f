import { PreceptError } from "@precept/core";
import type { Hono } from "hono";
import type { ServerEnvironment } from "./environment.ts";

/**
 * Answers requests with a method that a path does not have: `OPTIONS` with the methods of the path, the others with an
 * error. Call it after the routes of the path are mounted, and for paths without parameters before routes with
 * parameters, which would serve them.
 */
export function refuseOtherMethods(app: Hono<ServerEnvironment>, path: string, methods: readonly string[]): void {
  const allowed = [...methods, "OPTIONS"];
  app.all(toPattern(path), (c) => {
    if (c.req.method === "OPTIONS") return c.body(null, 204, { allow: allowed.join(", ") });
    throw new PreceptError("METHOD_NOT_ALLOWED", { method: c.req.method, path: c.req.path, allowed });
  });
}

/** Converts parameters in braces to those of Hono. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
