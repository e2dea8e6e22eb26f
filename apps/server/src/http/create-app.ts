import { randomUUID } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { memoryRulesProto } from "@precept/api/memory";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Logger } from "pino";
import type { Admission } from "../access/admission.ts";
import { toInvalidInput, type InputPart } from "../problems/invalid-input.ts";
import { toProblem } from "../problems/to-problem.ts";
import type { Projects } from "../projects/projects.ts";
import type { ServerEnvironment } from "./environment.ts";
import { mountProjectRoutes } from "./mount-routes.ts";

export interface AppOptions {
  readonly projects: Projects;
  readonly admission: Admission;
  readonly log: Logger;
}

/** Creates the application: all middleware and routes. */
export function createApp({ projects, admission, log }: AppOptions): OpenAPIHono<ServerEnvironment> {
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
  app.use("/api/*", async (c, next) => {
    const { req } = c;
    const { principal, release } = await admission.admit({
      method: req.method,
      path: req.path,
      header: (name) => req.header(name),
      address: addressOf(c),
    });
    try {
      c.set("principal", principal);
      await next();
    } finally {
      release();
    }
  });
  mountProjectRoutes(app, projects);
  // For gRPC clients without generated code, such as grpcurl.
  app.get("/memory_rules.proto", (c) => c.text(memoryRulesProto));
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

/** The address of the client, if the server runs on Node. */
function addressOf({ env }: Context<ServerEnvironment>): string | undefined {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress;
}

/** Converts the errors of Hono itself. */
function toKnownError(error: unknown): unknown {
  if (error instanceof HTTPException && error.status === 400) {
    const parts = [{ pointer: "", detail: "must be JSON" }];
    return new PreceptError("REQUEST_INVALID", { reasons: ["the body must be JSON"], parts }, { cause: error });
  }
  return error;
}
