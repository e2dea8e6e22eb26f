import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { hostOfWorkspace, servePreceptOnStdio } from "@precept/mcp";
import type { PreceptServer } from "@precept/server";
import type { Random } from "@precept/testing/random";
import type { Workspace } from "@precept/workspace";
import { fillSchema, type Schema } from "./fill-schema.ts";
import type { Recorder } from "./recorder.ts";
import type { Size } from "../trial.ts";
import { sharedTokens } from "./rest-probes.ts";

/** Calls everything that a shared MCP session over standard input and output has, and records every message of the server. Returns how to end it. */
export async function probeMcp(
  workspace: Workspace,
  texts: readonly string[],
  recorder: Recorder,
  random: Random,
): Promise<() => Promise<void>> {
  const host = hostOfWorkspace(workspace, { sessionType: "shared" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const send = far.send.bind(far);
  far.send = async (message, options) => {
    recorder.record("MCP", JSON.stringify(message));
    return send(message, options);
  };
  const connection = servePreceptOnStdio(host, {
    tools: "all",
    policyTools: true,
    transport: far,
    onError: (error) => recorder.record("MCP error", String(error)),
  });
  const client = createClient(random);
  await client.connect(near);
  await probeClient(client, texts, random);
  return async () => {
    await client.close();
    await connection.close();
    await host[Symbol.asyncDispose]();
  };
}

/** Calls everything that MCP clients over HTTP have, with tokens that may only have shared sessions, and records all answers. In a sample, to two endpoints. */
export async function probeMcpOverHttp(
  server: PreceptServer,
  texts: readonly string[],
  recorder: Recorder,
  random: Random,
  size: Size,
): Promise<void> {
  const queries = ["?session_type=shared", "?session_type=main", "?session_type=shared&session=own", ""];
  for (const query of random.shuffle(queries).slice(0, size === "sample" ? 2 : queries.length)) {
    const token = random.pick(sharedTokens);
    const recorded: Promise<void>[] = [];
    const transport = new StreamableHTTPClientTransport(
      new URL(`http://127.0.0.1/api/v1/mcp${query}${query === "" ? "?" : "&"}tools=all&policy_tools=true`),
      {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
        fetch: async (url, init) => {
          const response = await server.fetch(new Request(url, init));
          const source = `MCP over HTTP as ${token}${query}`;
          recorder.record(`${source} (headers)`, JSON.stringify([...response.headers]));
          const text = response.clone().text();
          recorded.push(text.then((answer) => recorder.record(source, answer)).catch(() => undefined));
          return response;
        },
      },
    );
    const client = createClient(random);
    // Main sessions are refused; the answer is recorded.
    const isOpen = await client.connect(transport).then(
      () => true,
      () => false,
    );
    if (isOpen) await probeClient(client, texts, random);
    await client.close();
    await Promise.all(recorded);
  }
}

function createClient(random: Random): Client {
  const mode = random.pick(["auto", "legacy"] as const);
  return new Client({ name: "adversary", version: "1.0.0" }, { versionNegotiation: { mode } });
}

/** Sends requests with hostile texts. The server's messages are recorded elsewhere; what the client makes of them does not matter. */
async function probeClient(client: Client, texts: readonly string[], random: Random): Promise<void> {
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of [...tools, { name: "remember", inputSchema: {} }]) {
    for (let at = 0; at < 3; at += 1) {
      const args = fillSchema({ ...(inputSchema as Schema), type: "object" }, texts, random) as Record<string, unknown>;
      await attempt(() => client.callTool({ name, arguments: args }));
    }
  }
  for (const path of texts.slice(0, 8)) {
    const args = { files: [path], prompt: `use @${path} #[[file:${path}]]` };
    await attempt(() => client.callTool({ name: "rules_for_files", arguments: args }));
  }
  const { resources } = await client.listResources();
  const uris = ["context://memory", "context://MEMORY.md", "context://bootstrap", "context://today/../memory"];
  for (const uri of [...resources.map((one) => one.uri), ...uris, ...texts.map((text) => `context://${text}`)])
    await attempt(() => client.readResource({ uri }));
  for (const text of texts.slice(0, 10)) {
    await attempt(() => client.getPrompt({ name: "rule", arguments: { name: text } }));
    const argument = { name: "name", value: text };
    await attempt(() => client.complete({ ref: { type: "ref/prompt", name: "rule" }, argument }));
  }
}

async function attempt(call: () => Promise<unknown>): Promise<void> {
  await call().catch(() => undefined);
}
