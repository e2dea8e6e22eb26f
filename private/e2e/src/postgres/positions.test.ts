import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type PreceptServer } from "@precept/server";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";

const url = inject("postgresUrl");

/** Opens servers in this process, each with a directory of its own, and one database. */
async function openServers(count: number): Promise<readonly PreceptServer[]> {
  const schema = `e2e_${crypto.randomUUID().slice(0, 8)}`;
  vi.stubEnv("PRECEPT_TEST_DATABASE", url ?? "");
  const open = async (): Promise<PreceptServer> => {
    const dir = await mkdtemp(join(tmpdir(), "precept-position-"));
    await mkdir(join(dir, ".precept"));
    const config = `store: { postgres: { urlEnv: PRECEPT_TEST_DATABASE, schema: ${schema} } }\nproject: shop\nuser: ada\n`;
    await writeFile(join(dir, ".precept/config.yaml"), config);
    const workspace = await openWorkspace(dir, { home: join(dir, "home"), watch: true, trustedDirs: [dir] });
    const server = createServer({ workspace, defaultUser: "ada" });
    onTestFinished(async () => {
      await server[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    });
    return server;
  };
  return Promise.all(Array.from({ length: count }, open));
}

async function send(server: PreceptServer, path: string, { body, method = "POST", headers = {} }: Sent) {
  const init = {
    method,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  };
  const request = new Request(`http://127.0.0.1${path}`, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const response = await server.fetch(request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return { text, headers: response.headers };
}

interface Sent {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const service = "/precept.memory.v1.MemoryRulesService";

/** The ways to read the rule, each with what the client knows of its write. */
const reads: Readonly<Record<string, (server: PreceptServer, known: { position: string; session: string }) => Promise<string>>> =
  {
    "REST with the header": async (server, { position }) =>
      (await send(server, "/api/v1/rules/money?scope=project", { method: "GET", headers: { "precept-position": position } }))
        .text,
    "a list over REST with the header": async (server, { position }) =>
      (await send(server, "/api/v1/rules", { method: "GET", headers: { "precept-position": position } })).text,
    "RPC with the header": async (server, { position }) =>
      (await send(server, `${service}/GetMemoryRules`, { body: {}, headers: { "precept-position": position } })).text,
    "MCP without a position": async (server, { session }) => {
      const params = { name: "get_rule", arguments: { name: "money" } };
      const headers = { "mcp-session-id": session };
      return (await send(server, "/api/v1/mcp", { body: { jsonrpc: "2.0", id: 1, method: "tools/call", params }, headers })).text;
    },
  };

describe.skipIf(url === undefined)("a client of several servers", () => {
  it("never sees its own write undone, whichever server answers and however it reads", async () => {
    const servers = await openServers(3);
    const at = (index: number): PreceptServer => servers[index % servers.length] as PreceptServer;
    const rule = { name: "money", description: "A rule.", content: "Value 0.", scope: "project", store: "postgres" };
    await send(at(0), "/api/v1/rules", { body: rule });
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const hello = await send(at(0), "/api/v1/mcp", { body: { jsonrpc: "2.0", id: 1, method: "initialize", params } });
    const session = hello.headers.get("mcp-session-id") ?? "";
    const old: string[] = [];
    for (let value = 1; value <= 80; value += 1) {
      const body = { content: `Value ${value}.` };
      const { headers } = await send(at(value), "/api/v1/rules/money?scope=project", { method: "PUT", body });
      const known = { position: headers.get("precept-position") ?? "", session };
      // Immediately, at both other servers, and in one way: a read brings its server up to date for those after it.
      const [name, read] = Object.entries(reads)[value % Object.keys(reads).length] as [string, (typeof reads)[string]];
      const texts = await Promise.all([1, 2].map((distance) => read(at(value + distance), known)));
      old.push(...texts.filter((text) => !text.includes(`Value ${value}.`)).map((text) => `${name}: ${text}`));
    }
    expect(old).toEqual([]);
  });
});
