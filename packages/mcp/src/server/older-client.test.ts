import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { hostOfWorkspace } from "../host/workspace-host.ts";
import { openProject, ruleFile } from "../../test/workspace.ts";
import { createPreceptHandler } from "./create-handler.ts";
import { servePreceptOnStdio } from "./serve-stdio.ts";

// The client of the SDK's first major version, which most agents use.

const files = { ".precept/rules/style.md": ruleFile("style", "Use named exports.") };

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Uses everything that a server has. */
async function useAll(client: Client): Promise<readonly string[]> {
  expect(client.getInstructions()).toContain("rules_for_files");
  const { tools } = await client.listTools();
  for (const name of ["rules_for_files", "request_rules", "get_rule", "explain_rule", "search_rules", "remember_rule"]) {
    expect(tools.map((tool) => tool.name)).toContain(name);
  }
  const args: Readonly<Record<string, Record<string, unknown>>> = {
    rules_for_files: { files: ["a.ts"] },
    request_rules: { names: ["style"] },
    get_rule: { name: "style" },
    explain_rule: { name: "style" },
    search_rules: { query: "style" },
    remember_rule: { name: "new", content: "x" },
    rule_engine: { action: "check_violation", context: { code: "x" } },
  };
  // The client validates structured content with the tool's schema.
  for (const { name } of tools) expect((await client.callTool({ name, arguments: args[name] ?? {} })).isError).toBeUndefined();
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain("rules://rule/style");
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  expect((await client.readResource({ uri: "rules://rule/style" })).contents).toHaveLength(1);
  expect((await client.listPrompts()).prompts).toHaveLength(1);
  expect((await client.getPrompt({ name: "rule", arguments: { name: "style" } })).messages).toHaveLength(1);
  const ref = { type: "ref/prompt", name: "rule" } as const;
  expect((await client.complete({ ref, argument: { name: "name", value: "s" } })).completion.values).toEqual(["style"]);
  return tools.map(({ name }) => name);
}

it("an older client lists and calls everything over a stream, and hears of edited rules", async () => {
  const { workspace, write } = await openProject(files);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const connection = servePreceptOnStdio(hostOfWorkspace(workspace), { tools: "all", transport: far });
  onTestFinished(() => connection.close());
  const client = await connect(near);
  await useAll(client);
  const heard: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push("list"));
  await client.subscribeResource({ uri: "rules://rule/style" });
  await write(".precept/rules/style.md", ruleFile("style", "Use default exports."));
  await write(".precept/rules/other.md", ruleFile("other", "x"));
  await workspace.reload();
  await vi.waitFor(() => expect(heard).toEqual(["list", "rules://rule/style"]));
});

it("an older client lists and calls everything over HTTP", async () => {
  const { workspace } = await openProject(files);
  const host = hostOfWorkspace(workspace);
  const handler = createPreceptHandler({ tools: "all" });
  onTestFinished(() => handler.close());
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init), host);
  const client = await connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch }));
  expect(await useAll(client)).toHaveLength(7);
});

it(
  "an older client lists and calls everything of a child process, and hears of a rule that is edited on disk",
  { tags: "slow" },
  async () => {
    const { dir, write } = await openProject(files);
    const program = fileURLToPath(new URL("../../test/serve-workspace.ts", import.meta.url));
    const args = ["--conditions=@precept/source", program, dir];
    const client = await connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    await useAll(client);
    const heard: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
    await client.subscribeResource({ uri: "rules://rule/style" });
    await write(".precept/rules/style.md", ruleFile("style", "Use default exports."));
    await vi.waitFor(() => expect(heard).toContain("rules://rule/style"), { timeout: 20_000 });
  },
);
