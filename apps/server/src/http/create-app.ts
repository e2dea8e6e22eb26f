import { randomUUID } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { PreceptError } from "@precept/core";
import { HTTPException } from "hono/http-exception";
import type { Logger } from "pino";
import type { Admission } from "../access/admission.ts";
import { toInvalidInput, type InputPart } from "../problems/invalid-input.ts";
import { toProblem } from "../problems/to-problem.ts";
import type { Projects } from "../projects/projects.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import { mountDocumentation } from "../documentation/mount-documentation.ts";
import { arrivalOf } from "./arrival.ts";
import type { ServerEnvironment } from "./environment.ts";
import { mountHealth } from "./health.ts";
import { mountMetrics } from "./metrics.ts";
import { mountProjectRoutes } from "./mount-routes.ts";
import { mountServerRoutes } from "./mount-server-routes.ts";
import { observeRequests } from "./observe-requests.ts";

export interface AppOptions {
  readonly projects: Projects;
  readonly admission: Admission;
  readonly log: Logger;
  readonly metrics: ServerMetrics;
  /** Aborted when the server begins to shut down. */
  readonly stopping: AbortSignal;
  /** Whether requests need a token. */
  readonly isAuthenticated: boolean;
}

/** Creates the application: all middleware and routes. */
export function createApp(options: AppOptions): OpenAPIHono<ServerEnvironment> {
  const { projects, admission, log, stopping } = options;
  const app = new OpenAPIHono<ServerEnvironment>({
    defaultHook: (result) => {
      if (!result.success) throw toInvalidInput(result.target as InputPart, result.error.issues);
    },
  });
  app.use(async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("log", log);
    await next();
    c.header("x-request-id", requestId);
  });
  app.use(observeRequests(options));
  mountHealth(app, options);
  app.use(async (_c, next) => {
    if (stopping.aborted) throw new PreceptError("SERVER_STOPPING", {});
    await next();
  });
  app.use("/api/*", async (c, next) => {
    const { principal, release } = await admission.admit(arrivalOf(c));
    try {
      c.set("principal", principal);
      await next();
    } finally {
      release();
    }
  });
  mountServerRoutes(app, projects);
  mountProjectRoutes(app, projects, stopping);
  mountMetrics(app, options);
  mountDocumentation(app);
  app.notFound((c) => {
    throw new PreceptError("ROUTE_UNKNOWN", { path: c.req.path });
  });
  app.onError((error, c) => {
    const requestId = c.get("requestId");
    const isConditional = c.req.header("if-match") !== undefined;
    const { status, headers, body } = toProblem(toKnownError(error), { requestId, isConditional });
    if (status === 500) log.error({ request_id: requestId, err: error }, "request failed");
    return c.json(body, status, { ...headers, "x-request-id": requestId });
  });
  return app;
}

/** Converts the errors of Hono itself. */
function toKnownError(error: unknown): unknown {
  if (error instanceof HTTPException && error.status === 400) {
    const parts = [{ pointer: "", detail: "must be JSON" }];
    return new PreceptError("REQUEST_INVALID", { reasons: ["the body must be JSON"], parts }, { cause: error });
  }
  return error;
}
