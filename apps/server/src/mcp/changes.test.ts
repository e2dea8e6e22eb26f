import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Client } from "@modelcontextprotocol/client";
import { policyFile } from "@precept/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectMcp, mcpModes, type McpMode } from "../../test/mcp-client.ts";
import { listen } from "../../test/listen.ts";
import { principalInToken } from "../../test/principal-in-token.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { startTestServer } from "../../test/test-server.ts";

const uri = "rules://rule/style";
const mine = "rules://rule/mine";

async function start() {
  const files = {
    "shop/.precept/rules/style.md": ruleFile("style"),
    "home/users/ann/rules/mine.md": ruleFile("mine"),
    "shop/.precept/policies/a.yaml": policyFile(),
  };
  const started = await startTestServer(files, { authenticator: principalInToken, open: { watch: true } });
  const url = await listen(started.server);
  const openStreams = async (): Promise<number> => {
    const { body } = await started.request("//metrics", { token: ":admin" });
    return Number(/^precept_mcp_sessions (\d+)$/m.exec(String(body))?.[1]);
  };
  return { ...started, url, openStreams };
}

/** Connects a client that watches two rules, and records its notifications. */
async function watch(url: string, user: string, mode: McpMode) {
  const client: Client = await connectMcp(url, { mode, token: `${user}:reader` });
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("resources"));
  client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  if (mode === "legacy") {
    await client.subscribeResource({ uri });
    // Refused if the user does not see the rule.
    await client.subscribeResource({ uri: mine }).catch(() => undefined);
  } else {
    const filter = { toolsListChanged: true, resourcesListChanged: true, resourceSubscriptions: [uri, mine] };
    const subscription = await client.listen(filter);
    onTestFinished(() => subscription.close());
  }
  return { client, heard };
}

describe.each(mcpModes)("an MCP client that watches rules over HTTP, %s", (mode) => {
  it("is notified when a file is edited, but not of the rules of other users", async () => {
    const { project, url } = await start();
    const [ann, bob] = [await watch(url, "ann", mode), await watch(url, "bob", mode)];
    let version = 0;
    const until = async (path: string, name: string, isNotified: () => boolean): Promise<void> => {
      await expect
        .poll(
          async () => {
            await project.write(path, ruleFile(name, [], `Version ${(version += 1)}.`));
            return isNotified();
          },
          { interval: 300, timeout: 20_000 },
        )
        .toBe(true);
    };
    await until("home/users/ann/rules/mine.md", "mine", () => ann.heard.includes(mine));
    // A change of tools is announced when the policies are read for the first time, too.
    const ofRules = () => new Set(bob.heard.filter((one) => one !== "tools"));
    expect(ofRules()).toEqual(new Set());
    await until("shop/.precept/rules/style.md", "style", () => [ann, bob].every(({ heard }) => heard.includes(uri)));
    expect(ofRules()).toEqual(new Set([uri]));
    await until("shop/.precept/rules/new.md", "new", () => [ann, bob].every(({ heard }) => heard.includes("resources")));
    const counts = [ann, bob].map(({ heard }) => heard.length);
    await project.write("shop/.precept/policies/b.yaml", policyFile({ id: "B-1" }));
    await expect
      .poll(() => [ann, bob].every(({ heard }, at) => heard.slice(counts[at]).includes("tools")), { timeout: 20_000 })
      .toBe(true);
    expect(bob.heard).not.toContain(mine);
  });
});

describe("the SDK's client of the first generation", () => {
  it("works with a token, in a session, and is notified of changes", async () => {
    const { project, url } = await start();
    const transport = new OldTransport(new URL("/api/v1/mcp", url), {
      requestInit: { headers: { authorization: "Bearer ann:editor" } },
    });
    const client = new OldClient({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const heard: string[] = [];
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push("resources"));
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
    await client.subscribeResource({ uri });
    const { structuredContent } = await client.callTool({ name: "rules_for_files", arguments: { files: ["a.ts"] } });
    expect(structuredContent).toMatchObject({ total_rules: 2 });
    let version = 0;
    await expect
      .poll(
        async () => {
          await project.write("shop/.precept/rules/style.md", ruleFile("style", [], `Version ${(version += 1)}.`));
          return heard;
        },
        { interval: 300, timeout: 20_000 },
      )
      .toContain(uri);
    await transport.terminateSession();
  });
});

it("streams end with a final comment when the server stops, and sessions too", async () => {
  const { server, request, openStreams } = await start();
  const init = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const headers = { accept: "application/json, text/event-stream" };
  const token = "ann:reader";
  const initialized = await request("/mcp", {
    body: { jsonrpc: "2.0", id: 1, method: "initialize", params: init },
    headers,
    token,
  });
  const session = initialized.headers.get("mcp-session-id") ?? "";
  expect(await openStreams()).toBe(1);
  const { status, body } = await server.fetch(
    new Request("http://127.0.0.1/api/v1/mcp", {
      headers: { ...headers, "mcp-session-id": session, authorization: `Bearer ${token}` },
    }),
  );
  expect(status).toBe(200);
  server.stop();
  expect(await new Response(body).text()).toBe(": the server is stopping\n\n");
});
