import { join } from "node:path";
import { createClient, type PreceptClient } from "@precept/client";
import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../../../test/listen.ts";
import { connectGrpc } from "../../../test/rpc-clients.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { createServer, type PreceptServer } from "../../create-server.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

type Send = (method: string, path: string, request?: { readonly body?: object; readonly position?: string }) => Promise<Answer>;

function sendTo(server: PreceptServer): Send {
  return async (method, path, { body, position } = {}) => {
    const response = await server.fetch(
      new Request(`http://127.0.0.1/api/v1${path}`, {
        method,
        headers: {
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(position !== undefined && { "precept-position": position }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : (JSON.parse(text) as Answer["body"]) };
  };
}

/** Starts servers of one project, each with its own connection to the database. */
async function startServers(count: number, config = "store: { sqlite: true }\n"): Promise<readonly PreceptServer[]> {
  const { dir } = await createProject({
    "shop/.precept/rules/style.md": ruleFile("style"),
    "shop/.precept/config.yaml": config,
    "home/.keep": "",
  });
  const servers: PreceptServer[] = [];
  for (let at = 0; at < count; at += 1) {
    const workspace = await openWorkspace(join(dir, "shop"), { home: join(dir, "home"), watch: true });
    const server = createServer({ workspace });
    onTestFinished(async () => {
      await server[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    });
    servers.push(server);
  }
  return servers;
}

const cart = { name: "cart", description: "Cart.", content: "Version 0.", scope: "project", store: "sqlite" } as const;

describe("a position", () => {
  it("makes reads at another server include the write, in 60 rounds of changes", async () => {
    const [writer, reader] = (await startServers(2)).map(sendTo) as [Send, Send];
    const reads: Record<string, (position: string) => Promise<Answer>> = {
      get: async (position) => reader("GET", "/rules/cart", { position }),
      list: async (position) => reader("GET", "/rules?name=cart", { position }),
      search: async (position) => reader("POST", "/rules/search", { position, body: { text: "version", mode: "sparse" } }),
      resolve: async (position) => reader("POST", "/resolve", { position, body: {} }),
    };
    await reader("POST", "/resolve", { body: {} });
    let { status, body } = await writer("POST", "/rules", { body: cart });
    expect(status).toBe(201);
    for (let round = 1; round <= 60; round += 1) {
      const changed = await writer("PUT", "/rules/cart?scope=project", { body: { content: `Version ${round}.` } });
      ({ status, body } = changed);
      expect(status).toBe(200);
      expect(body["position"]).toBe(changed.headers.get("precept-position"));
      const [kind, read] = Object.entries(reads)[round % 4] as [string, (position: string) => Promise<Answer>];
      const answer = await read(String(body["position"]));
      expect([kind, answer.status, JSON.stringify(answer.body)]).toEqual([
        kind,
        200,
        expect.stringContaining(`Version ${round}.`),
      ]);
    }
  }, 60_000);

  it("includes deletions, and several can be given", async () => {
    const [writer, reader] = (await startServers(2)).map(sendTo) as [Send, Send];
    const created = await writer("POST", "/rules", { body: cart });
    const other = await reader("POST", "/rules", { body: { ...cart, name: "other" } });
    const positions = [created, other].map(({ headers }) => headers.get("precept-position"));
    const both = await reader("GET", "/rules", { position: positions.join(", ") });
    expect(both.body["rules"]).toHaveLength(3);
    const deleted = await writer("DELETE", "/rules/cart?scope=project");
    expect(deleted.status).toBe(204);
    const gone = await reader("GET", "/rules/cart", { position: deleted.headers.get("precept-position") ?? "" });
    expect([gone.status, gone.body["code"]]).toEqual([404, "RULE_NOT_FOUND"]);
  });

  it("is sent by the client package and in the metadata of gRPC", async () => {
    const servers = (await startServers(2)) as [PreceptServer, PreceptServer];
    const [writer, reader] = servers.map((server) =>
      createClient({ url: "http://127.0.0.1", fetch: async (...request) => server.fetch(new Request(...request)) }),
    ) as [PreceptClient, PreceptClient];
    const grpc = connectGrpc(await listen(servers[1], 2));
    await reader.resolve({});
    await writer.rules.create(cart);
    for (let round = 1; round <= 20; round += 1) {
      const text = `Version ${round}.`;
      const change = { params: { rule: "cart" }, query: { scope: "project" }, body: { content: text } } as const;
      const { position, body } = await writer.send("updateRule", change);
      expect(body.position).toBe(position);
      const given = { position: position ?? "" };
      const answers = [
        async () => reader.resolve({}, given),
        async () => reader.rules.list({ name: "cart" }, { position: [given.position] }),
        async () => reader.memory.getMemoryRules({}, given),
        async () => grpc("getMemoryRules", {}, { headers: { "precept-position": given.position } }),
      ];
      expect(JSON.stringify(await answers[round % answers.length]?.())).toContain(text);
    }
    const unknown = { position: "YQ" };
    await expect(reader.resolve({}, unknown)).rejects.toMatchObject({ code: "POSITION_UNKNOWN", status: 400 });
    await expect(reader.memory.getMemoryRules({}, unknown)).rejects.toMatchObject({ code: "POSITION_UNKNOWN" });
    expect(await grpc("getMemoryRules", {}, { headers: { "precept-position": "!" } })).toEqual({ error: "REQUEST_INVALID" });
  }, 60_000);

  it("is refused if no store of the project knows it", async () => {
    const [server] = (await startServers(1)).map(sendTo) as [Send];
    const [stranger] = (await startServers(1)).map(sendTo) as [Send];
    await server("POST", "/rules", { body: cart });
    const { body } = await stranger("POST", "/rules", { body: cart });
    const unknown = await server("GET", "/rules", { position: String(body["position"]) });
    expect([unknown.status, unknown.body["code"]]).toEqual([400, "POSITION_UNKNOWN"]);
    for (const position of ["x", "!", "%", "a,,b", "é", "a".repeat(5000)]) {
      const { status, body: problem } = await server("GET", "/rules", { position: encodeURI(position) });
      expect([status, String(problem["code"])]).toEqual([400, expect.stringMatching(/^(?:POSITION_UNKNOWN|REQUEST_INVALID)$/)]);
    }
  });

  it("does not exist for rules in files, and is refused by a project without a database", async () => {
    const [server] = (await startServers(1, "order: source\n")).map(sendTo) as [Send];
    const created = await server("POST", "/rules", { body: { ...cart, store: undefined } });
    expect([created.status, created.body["position"], created.headers.get("precept-position")]).toEqual([201, null, null]);
    const { status, body } = await server("GET", "/rules", { position: "YQ" });
    expect([status, body["code"], body["detail"]]).toEqual([
      501,
      "STORE_CAPABILITY_MISSING",
      expect.stringContaining("does not support positions"),
    ]);
  });
});
