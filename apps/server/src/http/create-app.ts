import { OpenAPIHono } from "@hono/zod-openapi";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Admission } from "../access/admission.ts";
import type { Limits } from "../access/limits.ts";
import { toProblem } from "../problems/to-problem.ts";
import type { Projects } from "../projects/projects.ts";
import { admitRequests } from "./admit-requests.ts";
import { addAnswerHeaders } from "./answer-headers.ts";
import { allowOrigins } from "./cross-origin.ts";
import type { ServerEnvironment } from "./environment.ts";
import { mountProjectRoutes } from "./mount-routes.ts";

export interface AppOptions {
  readonly projects: Projects;
  readonly admission: Admission;
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  readonly log: Logger;
}

/** Creates the application: all middleware and routes. */
export function createApp({ projects, admission, allowedOrigins, limits, log }: AppOptions): OpenAPIHono<ServerEnvironment> {
  // Paths with a slash at the end are the same.
  const app = new OpenAPIHono<ServerEnvironment>({ strict: false });
  app.use(addAnswerHeaders(log));
  app.use("/api/*", allowOrigins(allowedOrigins), admitRequests(admission));
  mountProjectRoutes(app, { projects, limits });
  const answerError = (error: unknown, c: Context<ServerEnvironment>): Response => {
    const requestId = c.get("requestId");
    const isConditional = c.req.header("if-match") !== undefined;
    const { status, headers, body } = toProblem(error, { requestId, isConditional });
    if (status === 500) log.error({ request_id: requestId, err: error }, "request failed");
    return c.json(body, status, headers);
  };
  app.onError(answerError);
  // An error that is thrown here would end the middleware.
  app.notFound((c) => answerError(new PreceptError("ROUTE_UNKNOWN", { path: c.req.path }), c));
  return app;
}
