import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMemoryState, type SharedState } from "@precept/core";
import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { callTool, connectMcp, mcpModes } from "../../test/mcp-client.ts";
import { principalInToken } from "../../test/principal-in-token.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { createServer, type PreceptServer } from "../create-server.ts";

const token = "ann:editor";

/** Starts two servers of one project, with one database, and a proxy that sends them requests in turn. */
async function startTwo(state?: SharedState) {
  const { dir, write } = await createProject({
    "shop/.precept/rules/style.md": ruleFile("style"),
    "shop/.precept/config.yaml": "store: { sqlite: true }\n",
    "home/.keep": "",
  });
  const servers: PreceptServer[] = [];
  for (let count = 0; count < 2; count += 1) {
    const workspace = await openWorkspace(join(dir, "shop"), { home: join(dir, "home"), watch: true });
    const server = createServer({ workspace, authenticator: principalInToken, state });
    onTestFinished(async () => {
      await server[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    });
    servers.push(server);
  }
  const counts = [0, 0];
  let sent = 0;
  const fetch: PreceptServer["fetch"] = async (request) => {
    const at = (sent += 1) % 2;
    counts[at] = (counts[at] ?? 0) + 1;
    return (servers[at] as PreceptServer).fetch(request);
  };
  return { proxy: { fetch }, servers, counts, write };
}

describe.each(mcpModes)("an MCP client of two servers behind a round robin, %s", (mode) => {
  it("uses tools, resources and prompts at either", async () => {
    const { proxy, counts } = await startTwo();
    const client = await connectMcp(proxy, { mode, token });
    for (let round = 0; round < 6; round += 1) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("rules_for_files");
      expect(await callTool(client, "rules_for_files", { files: ["a.ts"] })).toMatchObject({ rules: [{ name: "style" }] });
      expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain("rules://rule/style");
      expect((await client.readResource({ uri: "rules://rule/style" })).contents).toHaveLength(1);
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("rule");
      expect((await client.getPrompt({ name: "rule", arguments: { name: "style" } })).messages).toHaveLength(1);
      // One more request, so that each of these goes to the other server in the next round.
      await callTool(client, "rules_for_files", { files: ["b.ts"] });
    }
    for (const count of counts) expect(count).toBeGreaterThan(18);
  });
});

describe("a session of servers that share their state", () => {
  it("has ended at all servers when its client ends it at one", async () => {
    const { proxy, servers } = await startTwo(createMemoryState({ now: () => performance.now() }));
    const client = await connectMcp(proxy, { mode: "legacy", token });
    const sessionId = (client.transport as StreamableHTTPClientTransport).sessionId ?? "";
    const statuses = async (method: string) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "mcp-session-id": sessionId };
      const body = method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" }) : null;
      const url = "http://127.0.0.1/api/v1/mcp";
      return servers.map(async (server) => (await server.fetch(new Request(url, { method, headers, body }))).status);
    };
    for (const status of await statuses("POST")) expect(await status).toBe(406);
    const [first] = await statuses("DELETE");
    expect(await first).toBe(204);
    for (const status of await statuses("POST")) expect(await status).toBe(404);
  });

  it("watches resources with a stream at one server and requests to the other", async () => {
    const { servers, write } = await startTwo(createMemoryState({ now: () => performance.now() }));
    const [streaming, other] = servers;
    if (streaming === undefined || other === undefined) throw new Error("There are two servers.");
    const fetch: PreceptServer["fetch"] = async (request) => (request.method === "POST" ? other : streaming).fetch(request);
    const client = await connectMcp({ fetch }, { mode: "legacy", token });
    const updated: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
    const uri = "rules://rule/style";
    await client.subscribeResource({ uri });
    let text = 0;
    const change = async () => write("shop/.precept/rules/style.md", ruleFile("style").replace(/$/, `Text ${(text += 1)}.\n`));
    await expect.poll(async () => (await change(), updated), { interval: 300, timeout: 10_000 }).toContain(uri);
    await client.unsubscribeResource({ uri });
    // The stream reads every second what the client watches.
    await setTimeout(2500);
    updated.length = 0;
    await change();
    await setTimeout(500);
    expect(updated).toEqual([]);
  });
});

it("a session belongs to its client at both servers, and is unknown to the one that has ended it", async () => {
  const { proxy, servers } = await startTwo();
  const client = await connectMcp(proxy, { mode: "legacy", token });
  const id = (client.transport as StreamableHTTPClientTransport).sessionId ?? "";
  const send = async (server: PreceptServer | undefined, method: string, body?: object, as = token) =>
    server?.fetch(
      new Request("http://127.0.0.1/api/v1/mcp", {
        method,
        headers: {
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${as}`,
          "content-type": "application/json",
          "mcp-session-id": id,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "rule_engine", arguments: { action: "list_audit" } },
  };
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  for (const server of servers) {
    expect((await send(server, "POST", call))?.status).toBe(200);
    expect((await send(server, "POST", call, "bob:editor"))?.status).toBe(404);
  }
  expect((await send(servers[0], "DELETE"))?.status).toBe(204);
  const ended = await send(servers[0], "POST", ping);
  expect([ended?.status, await ended?.json()]).toMatchObject([404, { code: "MCP_SESSION_UNKNOWN" }]);
});
