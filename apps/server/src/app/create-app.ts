import { OpenAPIHono } from "@hono/zod-openapi";
import { memoryRulesProto, MemoryRulesService } from "@precept/contract/memory";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import { mountConsole } from "../console/mount-console.ts";
import { mountDocumentation } from "../documentation/mount-documentation.ts";
import { toProblem } from "../problems/to-problem.ts";
import { admitRequests } from "../http/admit-requests.ts";
import { addAnswerHeaders } from "../http/answer-headers.ts";
import { allowOrigins, rpcHeaders } from "../http/cross-origin.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { mountHealth } from "./mount-health.ts";
import { mountLogin } from "./mount-login.ts";
import { mountMcp } from "./mount-mcp.ts";
import { mountMetrics } from "./mount-metrics.ts";
import { mountProjectRoutes, mountServerRoutes } from "./mount-routes.ts";
import { mountSession } from "./mount-session.ts";
import type { ServerParts } from "./server-parts.ts";
import { observeRequests } from "../http/observe-requests.ts";

export function createApp(parts: ServerParts): OpenAPIHono<ServerEnvironment> {
  const { admission, allowedOrigins, log, stopping } = parts;
  // Paths with a slash at the end are the same.
  const app = new OpenAPIHono<ServerEnvironment>({ strict: false });
  app.use(addAnswerHeaders(log), observeRequests(log));
  mountHealth(app, parts);
  app.use(async (_c, next) => {
    if (stopping.aborted) throw new PreceptError("SERVER_STOPPING", {});
    await next();
  });
  mountSession(app, parts);
  mountLogin(app, parts);
  app.use("/api/*", allowOrigins(allowedOrigins), admitRequests(admission));
  // The preflight requests of calls. The calls themselves do not reach this application.
  app.use(`/${MemoryRulesService.typeName}/*`, allowOrigins(allowedOrigins, rpcHeaders));
  mountServerRoutes(app, parts);
  mountProjectRoutes(app, parts);
  mountMcp(app, parts);
  mountMetrics(app, parts);
  mountDocumentation(app);
  mountConsole(app, parts.consoleFile);
  // For gRPC clients without generated code, such as grpcurl.
  app.get("/memory_rules.proto", (c) => c.text(memoryRulesProto));
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
