import type { OpenAPIHono } from "@hono/zod-openapi";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Limits } from "../access/limits.ts";
import { loadsEndpoint } from "../mcp/load-endpoint.ts";
import type { McpReply, McpRequest } from "../mcp/mcp-request.ts";
import { readMcpQuery } from "../mcp/query.ts";
import type { McpSessions } from "../mcp/sessions.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { refuseOtherMethods, toPattern } from "../http/other-methods.ts";
import { readJson } from "../http/read-json.ts";
import { checkProject, projectBases, serveProject, type ServeProjectOptions } from "./serve-project.ts";

export interface MountMcpOptions extends ServeProjectOptions {
  readonly limits: Limits;
  readonly sessions: McpSessions;
  readonly log: Logger;
}

/** Where MCP clients connect, relative to the path of a project. */
export const mcpPath = "/mcp";

const stream = { status: 200, description: "A stream.", type: "text/event-stream" } as const;
const methods = [
  { method: "post", path: mcpPath, answer: stream },
  { method: "get", path: mcpPath, answer: stream },
  { method: "delete", path: mcpPath, answer: stream },
] as const;

/**
 * Mounts MCP under `/api/v1/projects/{project}/mcp`, and that of the default project under `/api/v1/mcp`. All roles may
 * use it.
 */
export function mountMcp(app: OpenAPIHono<ServerEnvironment>, options: MountMcpOptions): void {
  const { projects, limits } = options;
  const load = loadsEndpoint(options);
  for (const base of projectBases(projects)) {
    app.on(["POST", "GET", "DELETE"], toPattern(base + mcpPath), async (c) => {
      const { req } = c;
      // Hono serves HEAD like GET.
      if (!isMcpMethod(req.method)) {
        throw new PreceptError("METHOD_NOT_ALLOWED", {
          method: req.method,
          path: req.path,
          allowed: ["POST", "GET", "DELETE", "OPTIONS"],
        });
      }
      checkProject(c, projects, base);
      const request: McpRequest = {
        method: req.method,
        url: req.url,
        headers: req.raw.headers,
        message: req.method === "POST" ? await readJson(req.raw, limits) : undefined,
        query: readMcpQuery(req.queries()),
      };
      const endpoint = await load();
      return answerWith(c, await serveProject(c, options, base, (context) => endpoint.answer(request, context)));
    });
    refuseOtherMethods(app, base, methods);
  }
}

function isMcpMethod(method: string): method is McpRequest["method"] {
  return method === "POST" || method === "GET" || method === "DELETE";
}

function answerWith(c: Context<ServerEnvironment>, reply: McpReply): Response {
  for (const [name, value] of Object.entries(reply.headers ?? {})) c.header(name, value);
  if ("stream" in reply) {
    c.set("isEventStream", true);
    return c.body(reply.stream);
  }
  const { status, headers, bytes } = reply.body;
  return bytes.length === 0 ? c.body(null, status as 204, headers) : c.body(bytes, status as 200, headers);
}
