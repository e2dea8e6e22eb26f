import type { McpEndpoint, McpEndpointOptions } from "./endpoint.ts";

/**
 * Returns a function that loads the endpoint on its first call, because servers without MCP clients do not need the
 * code of the protocol.
 */
export function loadsEndpoint(options: McpEndpointOptions): () => Promise<McpEndpoint> {
  let endpoint: Promise<McpEndpoint> | undefined;
  return () => (endpoint ??= import("./endpoint.ts").then(({ McpEndpoint: Endpoint }) => new Endpoint(options)));
}
