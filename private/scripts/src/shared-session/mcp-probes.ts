import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { hostOfWorkspace, servePreceptOnStdio } from "@precept/mcp";
import type { Workspace } from "@precept/workspace";
import { fillSchema, type Schema } from "./fill-schema.ts";
import type { Recorder } from "./recorder.ts";
import type { Random } from "./random.ts";

/** Calls everything that a shared MCP session has, and records every message of the server. */
export async function probeMcp(
  workspace: Workspace,
  texts: readonly string[],
  recorder: Recorder,
  random: Random,
): Promise<() => Promise<void>> {
  const host = hostOfWorkspace(workspace, { sessionType: "shared" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const send = far.send.bind(far);
  let current = "connect";
  far.send = async (message, options) => {
    recorder.record(`MCP ${current}`, JSON.stringify(message));
    return send(message, options);
  };
  const connection = servePreceptOnStdio(host, {
    transport: far,
    onError: (error) => recorder.record(`MCP error at ${current}`, String(error)),
  });
  const mode = random.pick(["auto", "legacy"] as const);
  const client = new Client({ name: "adversary", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(near);
  const attempt = async (what: string, call: () => Promise<unknown>): Promise<void> => {
    current = what;
    // The server's message is recorded; what the client makes of it does not matter.
    await call().catch(() => undefined);
  };
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of [...tools, { name: "remember", inputSchema: {} }]) {
    for (let at = 0; at < 3; at += 1) {
      const args = fillSchema({ ...(inputSchema as Schema), type: "object" }, texts, random) as Record<string, unknown>;
      await attempt(`${name} ${JSON.stringify(args)}`, () => client.callTool({ name, arguments: args }));
    }
  }
  for (const path of texts.slice(0, 8)) {
    const args = { paths: [path], prompt: `use @${path} #[[file:${path}]]` };
    await attempt(`rules_for_files ${path}`, () => client.callTool({ name: "rules_for_files", arguments: args }));
  }
  const { resources } = await client.listResources();
  const uris = ["context://memory", "context://MEMORY.md", "context://bootstrap", "context://today/../memory"];
  for (const uri of [...resources.map((one) => one.uri), ...uris, ...texts.map((text) => `context://${text}`)])
    await attempt(`read ${uri}`, () => client.readResource({ uri }));
  for (const text of texts.slice(0, 10)) {
    await attempt(`prompt ${text}`, () => client.getPrompt({ name: "rule", arguments: { name: text } }));
    const argument = { name: "name", value: text };
    await attempt(`complete ${text}`, () => client.complete({ ref: { type: "ref/prompt", name: "rule" }, argument }));
  }
  current = "later";
  return async () => {
    await client.close();
    await connection.close();
    await host[Symbol.asyncDispose]();
  };
}
