import { PreceptError } from "@precept/core";
import type { Hono } from "hono";
import type { ServerEnvironment } from "./environment.ts";

/** Answers `OPTIONS` and unsupported methods of a path. Call it after its routes, before routes with parameters. */
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
