import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { PreceptHost } from "../src/host/precept-host.ts";
import type { PreceptHandler } from "../src/server/create-handler.ts";

/** Creates a client transport over HTTP whose requests go directly to a handler, without a socket. */
export function transportTo(handler: PreceptHandler, host: PreceptHost, query = ""): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1/mcp${query}`), {
    fetch: (url, init) => handler.fetch(new Request(url, init), host),
  });
}
