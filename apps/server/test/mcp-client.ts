import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { bySize } from "@precept/testing";
import { onTestFinished } from "vitest";
import type { PreceptServer } from "../src/create-server.ts";

/** The generations of the protocol, as the SDK's client names them: up to 2025-11-25 with a session, and 2026-07-28. */
export type McpMode = "legacy" | "auto";

export const mcpModes = bySize<readonly McpMode[]>({ sample: ["auto"], full: ["legacy", "auto"] });

export interface McpClientOptions {
  readonly mode?: McpMode;
  readonly token?: string;
  /** The path with the query. Default `/api/v1/mcp`. */
  readonly path?: string;
}

/** Connects the SDK's client to a server: over the network to a URL, or without a socket. */
export async function connectMcp(
  server: string | Pick<PreceptServer, "fetch">,
  { mode = "auto", token, path = "/api/v1/mcp" }: McpClientOptions = {},
): Promise<Client> {
  const base = typeof server === "string" ? server : "http://127.0.0.1";
  const transport = new StreamableHTTPClientTransport(new URL(path, base), {
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    ...(typeof server !== "string" && { fetch: async (url, init) => server.fetch(new Request(url, init)) }),
  });
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool. Returns its structured content, or the text of its error. */
export async function callTool(client: Client, name: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  return isError === true ? { error: content } : structuredContent;
}
