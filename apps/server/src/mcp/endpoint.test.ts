import { connect as connectHttp2 } from "node:http2";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer } from "../create-server.ts";
import { HostedProjects } from "../projects/hosted-projects.ts";
import { listen as listenWithVersion } from "../../test/listen.ts";
import { principalInToken } from "../../test/principal-in-token.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { startTestServer, type TestServerOptions } from "../../test/test-server.ts";
import { addToken, createTokenAuthenticator, removeToken } from "../tokens.ts";
import { createProject } from "@precept/testing";
import { callTool, connectMcp, mcpModes } from "../../test/mcp-client.ts";

const accept = { accept: "application/json, text/event-stream" };
const token = "ann:reader";
const clientInfo = { name: "test", version: "1.0.0" };
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modernHeaders = { ...accept, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
};
const listTools = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };
const listen = {
  jsonrpc: "2.0",
  id: 3,
  method: "subscriptions/listen",
  params: { notifications: { toolsListChanged: true }, _meta: envelope },
};

async function start(options: TestServerOptions = {}) {
  const files = { "shop/.precept/rules/style.md": ruleFile("style") };
  const started = await startTestServer(files, { authenticator: principalInToken, ...options });
  const beginSession = async (as = token): Promise<string> => {
    const { status, headers } = await started.request("/mcp", { body: initialize, headers: accept, token: as });
    expect(status).toBe(200);
    return headers.get("mcp-session-id") ?? "";
  };
  const openStream = async (session: string, as = token): Promise<Response> =>
    started.server.fetch(
      new Request("http://127.0.0.1/api/v1/mcp", {
        headers: { ...accept, "mcp-session-id": session, authorization: `Bearer ${as}` },
      }),
    );
  return { ...started, beginSession, openStream };
}

describe("a session of the older protocol", () => {
  it("is refused for another user, another token, a forged id, and after its end", async () => {
    const { request, beginSession } = await start();
    const session = await beginSession();
    const use = async (id: string, as: string) =>
      request("/mcp", { body: listTools, headers: { ...accept, "mcp-session-id": id }, token: as });
    expect((await use(session, token)).status).toBe(200);
    const unknown = { status: 404, body: { code: "MCP_SESSION_UNKNOWN" } };
    for (const other of ["bob:reader", "ann:editor", "ann:admin"]) expect(await use(session, other)).toMatchObject(unknown);
    for (const id of ["", "x", session.slice(1), `${session}x`, "__proto__", "../x"])
      expect(await use(id, token)).toMatchObject(unknown);
    const headers = { "mcp-session-id": session };
    expect(await request("/mcp", { method: "DELETE", headers, token: "bob:reader" })).toMatchObject(unknown);
    expect((await request("/mcp", { method: "DELETE", headers, token })).status).toBe(204);
    expect(await use(session, token)).toMatchObject(unknown);
  });

  it("is necessary for GET and DELETE, but not for messages", async () => {
    const { request } = await start();
    for (const method of ["GET", "DELETE"]) {
      const answer = await request("/mcp", { method, headers: accept, token });
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining("mcp-session-id") as string } });
    }
    expect((await request("/mcp", { body: listTools, headers: accept, token })).status).toBe(200);
  });

  it("does not begin with a message that is refused", async () => {
    const { request } = await start();
    const headers = { accept: "text/html" };
    const answer = await request("/mcp", { body: initialize, headers, token }).catch(() => undefined);
    expect(answer?.headers.get("mcp-session-id") ?? null).toBeNull();
    const metrics = await request("//metrics", { token: "eve:admin" });
    expect(metrics.body).toContain("precept_mcp_sessions 0\n");
  });

  it("has one stream: another one takes its place", async () => {
    const { beginSession, openStream } = await start();
    const session = await beginSession();
    const first = await openStream(session);
    const second = await openStream(session);
    expect(await first.text()).toBe(": the client opened another stream\n\n");
    await second.body?.cancel();
  });
});

describe("a stream of changes", () => {
  it("is counted like those of events", async () => {
    const { request, beginSession, openStream, server } = await start({ events: { maxStreams: 1 } });
    const session = await beginSession();
    const { body } = await openStream(session);
    expect((await openStream(session)).status).toBe(429);
    const listening = { body: listen, headers: modernHeaders, token };
    expect(await request("/mcp", listening)).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect((await request("/mcp", { body: listTools, headers: accept, token })).status).toBe(200);
    await body?.cancel();
    const headers = { ...modernHeaders, "content-type": "application/json", authorization: `Bearer ${token}` };
    const modern = await server.fetch(
      new Request("http://127.0.0.1/api/v1/mcp", { method: "POST", headers, body: JSON.stringify(listen) }),
    );
    expect([modern.status, modern.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    server.stop();
    expect(await modern.text()).toContain(": the server is stopping\n\n");
  });

  it("ends when its token is revoked, or its project is closed", async () => {
    const { dir } = await createProject({ "shop/.precept/rules/.keep": "", "home/.keep": "" });
    const path = join(dir, "tokens.json");
    const [ann, bob] = [
      await addToken(path, { user: "ann", role: "reader" }),
      await addToken(path, { user: "bob", role: "reader" }),
    ];
    const authenticator = await createTokenAuthenticator({ path, interval: 5 });
    const projects = new HostedProjects({
      dirs: [{ dir: join(dir, "shop") }],
      workspace: { home: join(dir, "home") },
      log: pino({ level: "silent" }),
    });
    const server = createServer({ projects, authenticator });
    onTestFinished(async () => {
      await server[Symbol.asyncDispose]();
      await authenticator[Symbol.asyncDispose]();
    });
    const send = async ({ token: secret }: { readonly token: string }) =>
      server.fetch(
        new Request("http://127.0.0.1/api/v1/mcp", {
          method: "POST",
          headers: { ...modernHeaders, "content-type": "application/json", authorization: `Bearer ${secret}` },
          body: JSON.stringify(listen),
        }),
      );
    const [ofAnn, ofBob] = [await send(ann), await send(bob)];
    expect(projects.states()).toMatchObject([{ leases: 2 }]);
    await removeToken(path, ann.record.id);
    expect(await ofAnn.text()).toContain("subscriptions/acknowledged");
    await expect.poll(() => projects.states()[0]?.leases).toBe(1);
    await projects[Symbol.asyncDispose]();
    expect(await ofBob.text()).toContain(": the project was closed\n\n");
    await expect.poll(() => projects.states()[0]?.leases).toBe(0);
  });
});

describe("a message", () => {
  it("is refused in a batch, in other formats, and beyond the limits", async () => {
    const { request } = await start({ limits: { bodyBytes: 10_000 } });
    const send = async (body: unknown, headers: Readonly<Record<string, string>> = accept) =>
      request("/mcp", { body, headers, token });
    const invalid = { status: 400, body: { code: "REQUEST_INVALID" } };
    expect(await send([listTools])).toMatchObject(invalid);
    expect(await send("[]")).toMatchObject(invalid);
    expect(await send("{")).toMatchObject(invalid);
    expect(await send("")).toMatchObject(invalid);
    expect(await send(`{"params":${"[".repeat(100)}${"]".repeat(100)}}`)).toMatchObject(invalid);
    expect(await send('{"__proto__":{}}')).toMatchObject(invalid);
    expect(await send("x".repeat(10_001))).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } });
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""];
    for (const type of types) {
      expect(await send(listTools, { ...accept, "content-type": type })).toMatchObject({ status: 415 });
    }
    expect(await send(listTools, { ...accept, "content-encoding": "gzip" })).toMatchObject({ status: 415 });
  });

  it("is only sent with the methods of MCP", async () => {
    const { request } = await start();
    for (const method of ["PUT", "PATCH", "HEAD"]) {
      const { status, headers } = await request("/mcp", { method, token });
      expect([method, status, headers.get("allow")]).toEqual([method, 405, "POST, GET, DELETE, OPTIONS"]);
    }
    expect((await request("/mcp", { method: "OPTIONS", token })).headers.get("allow")).toBe("POST, GET, DELETE, OPTIONS");
  });

  it("counts towards the rate of its token, and is logged without its contents", async () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const { request } = await start({ limits: { requestsPerMinute: 2 }, log });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await request("/mcp?session=secret", { body: listTools, headers: accept, token })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    const line = lines.find((one) => one.includes('"request"')) ?? "";
    expect(JSON.parse(line)).toMatchObject({ route: "/api/v1/mcp", status: 200, user: "ann", token, project: "shop" });
    expect(lines.join("")).not.toContain("secret");
  });
});

it.each(mcpModes)("lists the tools that the URL asks for, %s", async (mode) => {
  const { server } = await start();
  const namesWith = async (query: string): Promise<readonly string[]> => {
    const client = await connectMcp(server, { mode, token: "ann:editor", path: `/api/v1/mcp${query}` });
    return (await client.listTools()).tools.map(({ name }) => name);
  };
  expect(await namesWith("")).toEqual(["rules_for_files", "remember_rule", "rule_engine"]);
  expect(await namesWith("?tools=get_rule,rules_for_files")).toEqual(["rules_for_files", "get_rule"]);
  expect(await namesWith("?tools=all")).toHaveLength(7);
});

it.each(["tools=rule_for_files", "tools=", "policy_tools=1"])("refuses a URL with %s", async (query) => {
  const { request } = await start();
  const { status, body } = await request(`/mcp?${query}`, { body: listTools, headers: accept, token });
  expect({ status, body }).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
  expect(JSON.stringify(body)).toContain(query.startsWith("tools") ? "rules_for_files, request_rules" : "true or false");
});

it("answers over HTTP/2, as behind a proxy", async () => {
  const { server } = await start();
  const session = connectHttp2(await listenWithVersion(server, 2));
  onTestFinished(() => session.destroy());
  const headers = { ...accept, "content-type": "application/json", authorization: `Bearer ${token}` };
  const stream = session.request({ ":method": "POST", ":path": "/api/v1/mcp", ...headers });
  stream.end(JSON.stringify(listTools));
  expect(await text(stream)).toContain("rules_for_files");
});

it.each(mcpModes)("each project has its own endpoint, %s", async (mode) => {
  const { dir } = await createProject({
    "home/.keep": "",
    "all/shop/.precept/rules/cart.md": ruleFile("cart"),
    "all/blog/.precept/rules/post.md": ruleFile("post"),
  });
  const projects = new HostedProjects({
    parent: join(dir, "all"),
    workspace: { home: join(dir, "home") },
    log: pino({ level: "silent" }),
  });
  const server = createServer({ projects, authenticator: principalInToken });
  onTestFinished(() => server[Symbol.asyncDispose]());
  for (const [project, rule] of [
    ["shop", "cart"],
    ["blog", "post"],
  ]) {
    const client = await connectMcp(server, { mode, token: "ann:reader:shop,blog", path: `/api/v1/projects/${project}/mcp` });
    expect(await callTool(client, "rules_for_files")).toMatchObject({ rules: [{ name: rule }] });
  }
  await expect(connectMcp(server, { mode, token: "ann:reader:shop", path: "/api/v1/projects/blog/mcp" })).rejects.toThrow(
    /UNKNOWN|404/,
  );
  await expect(connectMcp(server, { mode, token: "ann:reader", path: "/api/v1/mcp" })).rejects.toThrow(/UNKNOWN|404/);
});
