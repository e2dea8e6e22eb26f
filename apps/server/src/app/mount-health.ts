import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { hasRole, health, readiness } from "@precept/contract";
import type { Context } from "hono";
import type { ServerParts } from "./server-parts.ts";
import type { Admission } from "../access/admission.ts";
import { readinessOf } from "../projects/readiness.ts";
import { arrivalOf } from "../http/admit-requests.ts";
import type { ServerEnvironment } from "../http/environment.ts";

const json = "application/json";

/** Mounts `/healthz` and `/readyz`, which need no token. */
export function mountHealth(app: OpenAPIHono<ServerEnvironment>, parts: ServerParts): void {
  const { projects, admission, draining } = parts;
  const alive = createRoute({
    method: "get",
    path: "/healthz",
    operationId: "getHealth",
    tags: ["Server"],
    summary: "Find out whether the server runs",
    description: "Needs no token.",
    security: [],
    responses: { 200: { description: "The server runs.", content: { [json]: { schema: health } } } },
  });
  app.openapi(alive, (c) => c.json({ status: "alive" } as const, 200));
  const ready = createRoute({
    method: "get",
    path: "/readyz",
    operationId: "getReadiness",
    tags: ["Server"],
    summary: "Find out whether the server can answer requests",
    description: "Needs no token. With the token of an admin, the answer names the projects and the reasons.",
    security: [{}, { token: [] }],
    responses: {
      200: {
        description: "The server answers requests, at least those to other projects.",
        content: { [json]: { schema: readiness } },
      },
      503: { description: "The server is shutting down, or no project works.", content: { [json]: { schema: readiness } } },
    },
  });
  app.openapi(ready, async (c) => {
    const found = readinessOf(projects.states(), { isStopping: draining.aborted, isDetailed: await isAdmin(c, admission) });
    c.header("cache-control", "no-store");
    return found.status === "not_ready" ? c.json(found, 503) : c.json(found, 200);
  });
}

/** Whether the request has the token of an admin, or the server has no tokens. Other requests get an answer, too. */
async function isAdmin(c: Context<ServerEnvironment>, admission: Admission): Promise<boolean> {
  try {
    const { principal, release } = await admission.admit(arrivalOf(c));
    release();
    return hasRole(principal.role, "admin");
  } catch {
    return false;
  }
}
