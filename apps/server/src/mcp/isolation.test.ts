import type { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { adviceFile, advicePolicy, adviceText } from "../../test/matrix-policies.ts";
import { callTool, connectMcp, mcpModes, type McpMode } from "../../test/mcp-client.ts";
import { notificationsUri } from "@precept/mcp";
import { principalInToken } from "../../test/principal-in-token.ts";
import { startTestServer } from "../../test/test-server.ts";

async function start(mode: McpMode) {
  const files = { "shop/.precept/policies/advice.yaml": adviceFile };
  const started = await startTestServer(files, { authenticator: principalInToken });
  const connect = async (user: string, query = ""): Promise<Client> =>
    connectMcp(started.server, { mode, token: `${user}:editor`, path: `/api/v1/mcp${query}` });
  return { ...started, connect };
}

const mine = { name: "mine", content: "Only in this session." };

async function ruleNames(client: Client): Promise<readonly string[]> {
  const { rules } = (await callTool(client, "rules_for_files")) as { rules: { name: string }[] };
  return rules.map(({ name }) => name);
}

async function notifications(client: Client): Promise<number> {
  const { contents } = await client.readResource({ uri: notificationsUri });
  return (JSON.parse((contents[0] as { text: string }).text) as { notifications: unknown[] }).notifications.length;
}

describe.each(mcpModes)("sessions, %s", (mode) => {
  it("have rules of their own, which REST sees under the same name, and no other session or user", async () => {
    const { connect, request } = await start(mode);
    const client = await connect("ann", "?session=s");
    await callTool(client, "remember_rule", mine);
    expect(await ruleNames(client)).toEqual(["mine"]);
    expect(await ruleNames(await connect("ann", "?session=s"))).toEqual(["mine"]);
    const others = [await connect("ann"), await connect("ann", "?session=t"), await connect("bob", "?session=s")];
    for (const other of others) {
      expect(await ruleNames(other)).toEqual([]);
      expect(await callTool(other, "get_rule", { name: "mine" })).toHaveProperty("error");
      expect(await callTool(other, "search_rules", { query: "session" })).toMatchObject({ rules: [] });
      expect((await other.listResources()).resources.map(({ uri }) => uri)).toEqual([notificationsUri]);
      const completed = await other.complete({
        ref: { type: "ref/prompt", name: "rule" },
        argument: { name: "name", value: "m" },
      });
      expect(completed.completion.values).toEqual([]);
    }
    const resolved = await request("/resolve", { body: { session_id: "s" }, token: "ann:editor" });
    expect(resolved.body).toMatchObject({ applied: [{ name: "mine" }] });
  });

  it("count ignored advice on their own, also if users choose the same names", async () => {
    const { connect, request } = await start(mode);
    for (const user of ["ann", "bob"]) {
      const client = await connect(user, "?session=s");
      await callTool(client, "rule_engine", { action: "execute", context: { code: adviceText } });
      await callTool(client, "rule_engine", { action: "execute", context: { code: adviceText } });
      const { body } = await request("/policies/soft-hooks", { token: `${user}:editor` });
      expect(body).toEqual({ soft_hooks: [expect.objectContaining({ rule_id: advicePolicy, session: "s", ignore_count: 1 })] });
    }
  });

  it("see only the violations that they caused", async () => {
    const { connect } = await start(mode);
    const ann = await connect("ann");
    await callTool(ann, "rule_engine", { action: "execute", context: { code: adviceText } });
    expect(await notifications(ann)).toBe(1);
    expect(await notifications(await connect("bob"))).toBe(0);
  });

  it("have traces that only their user and admins see", async () => {
    const { connect, request } = await start(mode);
    await callTool(await connect("ann"), "rules_for_files", { files: ["a.ts"] });
    const countFor = async (token: string) => ((await request("/traces", { token })).body as { traces: unknown[] }).traces.length;
    expect(await Promise.all(["ann:reader", "bob:reader", "eve:admin"].map(countFor))).toEqual([1, 0, 1]);
  });

  it("cannot choose names that other requests could not use", async () => {
    const { connect } = await start(mode);
    const long = { action: "execute", context: { code: "x", session: "s".repeat(201) } };
    expect(await callTool(await connect("ann"), "rule_engine", long)).toHaveProperty("error");
    await expect(connect("ann", `?session=${"s".repeat(201)}`)).rejects.toThrow(/REQUEST_INVALID|400/);
    await expect(connect("ann", "?sesion=s")).rejects.toThrow(/REQUEST_INVALID|400/);
    await expect(connect("ann", "?phase=LUNCH")).rejects.toThrow(/REQUEST_INVALID|400/);
  });
});

it("a session of the older protocol has rules until it ends", async () => {
  const { connect, workspace, request } = await start("legacy");
  const client = await connect("ann");
  await callTool(client, "remember_rule", mine);
  expect(await ruleNames(client)).toEqual(["mine"]);
  expect(await ruleNames(await connect("ann"))).toEqual([]);
  const transport = client.transport as StreamableHTTPClientTransport;
  const headers = { "mcp-session-id": transport.sessionId ?? "" };
  await transport.terminateSession();
  await expect.poll(async () => workspace.list()).toEqual([]);
  const ended = await request("/mcp", { headers, body: { jsonrpc: "2.0", id: 1, method: "ping" }, token: "ann:editor" });
  expect(ended).toMatchObject({ status: 404, body: { code: "MCP_SESSION_UNKNOWN" } });
});
