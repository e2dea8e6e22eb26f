import type { OpenAPIHono } from "@hono/zod-openapi";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import type { McpEndpoint } from "../mcp/endpoint.ts";
import { asksForStream, type McpReply, type McpRequest } from "../mcp/mcp-request.ts";
import { readMcpQuery } from "../mcp/query.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { refuseOtherMethods, toPattern } from "../http/other-methods.ts";
import { readJson } from "../http/read-json.ts";
import { checkProject, projectBases, serveProject } from "./serve-project.ts";
import type { ServerParts } from "./server-parts.ts";

/** Where MCP clients connect, relative to the path of a project. */
export const mcpPath = "/mcp";

const methods = ["POST", "GET", "DELETE"] as const;

/** Mounts MCP for each project, and under `/api/v1/mcp` for the default project. All roles may use it. */
export function mountMcp(app: OpenAPIHono<ServerEnvironment>, parts: ServerParts): void {
  const { projects, limits } = parts;
  let loading: Promise<McpEndpoint> | undefined;
  // Servers without MCP clients do not need the code of the protocol.
  const load = () => (loading ??= import("../mcp/endpoint.ts").then(({ McpEndpoint: Endpoint }) => new Endpoint(parts)));
  for (const base of projectBases(projects)) {
    app.on([...methods], toPattern(base + mcpPath), async (c) => {
      const { req } = c;
      const method = methods.find((one) => one === req.method);
      // Hono serves HEAD like GET.
      if (method === undefined) {
        throw new PreceptError("METHOD_NOT_ALLOWED", { method: req.method, path: req.path, allowed: [...methods, "OPTIONS"] });
      }
      checkProject(c, projects, base);
      const request: McpRequest = {
        method,
        url: req.url,
        headers: req.raw.headers,
        message: method === "POST" ? await readJson(req.raw, limits) : undefined,
        query: readMcpQuery(req.queries()),
      };
      const endpoint = await load();
      return answerWith(
        c,
        await serveProject(c, parts, base, (context) => endpoint.answer(request, context), asksForStream(request)),
      );
    });
    refuseOtherMethods(app, base + mcpPath, methods);
  }
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
