import type { Server } from "@modelcontextprotocol/server";
import type { PreceptHost } from "../host/precept-host.ts";
import type { PreceptServerOptions } from "./options.ts";
import { PreceptServer } from "./precept-server.ts";

/**
 * Creates an MCP server for one session: the tools, prompts and resources of its host, and notifications of changes and violations. It has no transport:
 * connect it to one.
 */
export function createPreceptServer(host: PreceptHost, options: PreceptServerOptions = {}): Server {
  return new PreceptServer(host, options);
}
