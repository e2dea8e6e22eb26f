import { request as httpRequest } from "node:http";
import { connect } from "node:http2";
import { gzipSync } from "node:zlib";
import { createClient as createConnectClient, ConnectError } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-node";
import { ErrorInfoSchema, memoryRulesProto, MemoryRulesService } from "@precept/contract/memory";
import { ConnectionError, createClient } from "@precept/client";
import { createMemoryStore, createRule, createRulebook, PreceptError, type Cancellable, type RuleStore } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createServer, type PreceptServer, type ServerOptions } from "../create-server.ts";
import type { Authenticator, Principal } from "../access/principal.ts";
import { ServerMetrics } from "../metrics/server-metrics.ts";
import { SingleProject } from "../projects/single-project.ts";
import { listen } from "../../test/listen.ts";
import { connectClient, connectGrpc, connectJson, type SendCall } from "../../test/rpc-clients.ts";
import { startTestServer } from "../../test/test-server.ts";
import { defaultLimits } from "../access/limits.ts";
import { createRpc } from "./create-rpc.ts";

/** Everything of an object, with some members replaced. */
function override<Value extends object>(value: Value, members: Partial<Value>): Value {
  return new Proxy(value, {
    get(target, key) {
      if (key in members) return members[key as keyof Value];
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const rules = [
  createRule({ id: "style", name: "style", content: "Use named exports.", origin: { store: "memory" } }),
  createRule({ id: "ann", name: "ann", content: "Answer in French.", userId: "ann", origin: { store: "memory" } }),
  createRule({ id: "shop", name: "shop", content: "Round prices.", projectId: "shop", origin: { store: "memory" } }),
];

/** A server whose only store is in memory. */
async function startWith(
  members: Partial<RuleStore> = {},
  authenticator?: Authenticator,
  options: Omit<ServerOptions, "workspace" | "projects"> = {},
): Promise<PreceptServer> {
  const { workspace } = await startTestServer({}, { open: { project: "shop" } });
  const store = override(createMemoryStore({ rules }), members);
  const rulebook = createRulebook({ stores: [store] });
  onTestFinished(() => rulebook[Symbol.asyncDispose]());
  const served: Workspace = override(workspace, { stores: [store], rulebook });
  return createServer({ workspace: served, ...(authenticator !== undefined && { authenticator }), ...options });
}

/** The clients of a server over every protocol. */
async function connectAll(server: Pick<PreceptServer, "nodeHandler">): Promise<readonly (readonly [string, SendCall])[]> {
  const http1 = await listen(server, 1);
  return [
    ["gRPC", connectGrpc(await listen(server, 2))],
    ["JSON", connectJson(http1)],
    ["the client", connectClient(http1)],
  ];
}

/** Identifies tokens by the user in them. */
function authenticate(principals: Readonly<Record<string, Principal>>): Authenticator {
  return {
    authenticate(authorization) {
      const principal = principals[authorization?.replace("Bearer ", "") ?? ""];
      if (principal === undefined)
        throw new PreceptError("UNAUTHENTICATED", { reason: authorization === undefined ? "missing" : "invalid" });
      return principal;
    },
  };
}

const principals: Readonly<Record<string, Principal>> = {
  ann: { tokenId: "1", user: "ann", role: "reader", projects: "all" },
  ben: { tokenId: "2", user: "ben", role: "editor", projects: ["shop"] },
  admin: { tokenId: "3", role: "admin", projects: "all" },
  other: { tokenId: "4", role: "reader", projects: ["blog"] },
};

describe("who is answered", () => {
  it.each([
    ["ann", {}, ["ann", "shop", "style"]],
    ["ben", {}, ["shop", "style"]],
    ["admin", {}, ["shop", "style"]],
    ["admin", { user_id: "ann" }, ["ann", "shop", "style"]],
    ["ben", { user_id: "ann" }, "FORBIDDEN"],
    ["ben", { project_id: "blog" }, "PROJECT_UNKNOWN"],
    ["ann", { project_id: "blog" }, "PROJECT_UNKNOWN"],
    ["other", {}, "PROJECT_UNKNOWN"],
    ["unknown", {}, "UNAUTHENTICATED"],
  ] as const)("%s with %j", async (token, request, expected) => {
    const server = await startWith({}, authenticate(principals));
    for (const [name, send] of await connectAll(server)) {
      const result = await send("getMemoryRules", request, { headers: { authorization: `Bearer ${token}` } });
      const found = "error" in result ? result.error : (result.response as { rules: { id: string }[] }).rules.map(({ id }) => id);
      expect([name, found]).toEqual([name, expected]);
    }
  });

  it("a rule of another user does not exist", async () => {
    const server = await startWith({}, authenticate(principals));
    for (const [name, send] of await connectAll(server)) {
      const headers = { authorization: "Bearer ben" };
      expect([name, await send("getMemoryRuleById", { rule_id: "ann" }, { headers })]).toEqual([
        name,
        { error: "RULE_NOT_FOUND" },
      ]);
      const use = await send("updateRuleUsage", { rule_ids: ["ann", "style"] }, { headers });
      expect([name, use]).toMatchObject([name, { response: { updated_count: 1, not_updated: ["ann"] } }]);
    }
  });

  it("the project is that of the header, or the default one", async () => {
    const server = await startWith();
    for (const [name, send] of await connectAll(server)) {
      const call = (project: string) =>
        send("getMemoryRuleById", { rule_id: "style" }, { headers: { "precept-project": project } });
      expect([name, await call("shop")]).toMatchObject([name, { response: { id: "style" } }]);
      expect([name, await call("blog")]).toEqual([name, { error: "PROJECT_UNKNOWN" }]);
    }
  });

  it("the rules of a user's own directory are only for this user, and have no usage", async () => {
    const files = {
      "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
      "home/users/ann/rules/mine.md": "---\nname: mine\ndescription: Mine.\n---\nAnswer in French.\n",
    };
    const { server } = await startTestServer(files, { authenticator: authenticate(principals) });
    const memoryOf = (token: string) =>
      createClient({ url: "http://127.0.0.1", token, fetch: (input, init) => server.fetch(new Request(input, init)) }).memory;
    const admin = memoryOf("admin");
    const namesOf = async (request: object) => (await admin.getMemoryRules(request)).rules.map(({ name }) => name).toSorted();
    expect(await namesOf({ user_id: "ann" })).toEqual(["mine", "style"]);
    expect(await namesOf({ user_id: "ben" })).toEqual(["style"]);
    const { rules: own } = await memoryOf("ann").getMemoryRules({});
    const mine = own.find(({ name }) => name === "mine");
    expect(mine).not.toHaveProperty("usage_count");
    const use = await memoryOf("ann").updateRuleUsage({ rule_ids: [mine?.id ?? ""] });
    expect(use).toEqual({ updated_count: 0, success: false, not_updated: [mine?.id] });
  });

  it("a call without a token is refused before its message is read", async () => {
    const server = await startWith({}, authenticate(principals));
    const url = await listen(server);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(`${url}/precept.memory.v1.MemoryRulesService/GetMemoryRules`, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": "1000" },
      });
      call.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
      call.write("{");
    });
    expect(status).toBe(401);
  });
});

describe("how calls end", () => {
  /** A store that answers when its signal is aborted. */
  function hangingStore() {
    const signals: AbortSignal[] = [];
    const usage = (_: unknown, { signal }: Cancellable = {}) =>
      new Promise<never>((_resolve, reject) => {
        const aborted = signal as AbortSignal;
        signals.push(aborted);
        aborted.addEventListener("abort", () => reject(aborted.reason as Error));
      });
    return { signals, members: { usage } };
  }

  it("the deadline of a client reaches the store", async () => {
    const { signals, members } = hangingStore();
    const server = await startWith(members);
    const [grpc, json] = await connectAll(server);
    expect(await grpc?.[1]("getMemoryRuleById", { rule_id: "style" }, { timeoutMs: 100 })).toEqual({ error: "code 4" });
    expect(await json?.[1]("getMemoryRuleById", { rule_id: "style" }, { timeoutMs: 50 })).toEqual({ error: "deadline_exceeded" });
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]));
  });

  it("a client that gives up aborts the call", async () => {
    const { signals, members } = hangingStore();
    const { memory } = createClient({ url: await listen(await startWith(members)) });
    const controller = new AbortController();
    const call = memory.getMemoryRuleById({ rule_id: "style" }, { signal: controller.signal });
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    controller.abort(new Error("no longer needed"));
    await expect(call).rejects.toThrow("no longer needed");
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });

  it("a client gets its answer at the deadline even if a store ignores it", async () => {
    const server = await startWith({ usage: () => new Promise(() => undefined) });
    const { memory } = createClient({ url: await listen(server), timeoutMs: 100 });
    const error: unknown = await memory.getMemoryRuleById({ rule_id: "style" }).catch((caught: unknown) => caught);
    expect(ConnectionError.is(error, "TIMEOUT")).toBe(true);
  });

  it("every admitted call is released once, however it ends", async () => {
    const { workspace } = await startTestServer({}, { open: { project: "shop" } });
    let open = 0;
    let admitted = 0;
    const rpc = createRpc({
      projects: new SingleProject(workspace),
      log: pino({ level: "silent" }),
      allowedOrigins: [],
      stopping: new AbortController().signal,
      limits: { ...defaultLimits, bodyBytes: 1024 },
      admission: {
        admitLogin: () => Promise.resolve(),
        async admit() {
          open += 1;
          admitted += 1;
          return { principal: { role: "reader", projects: "all" }, release: () => (open -= 1) };
        },
      },
    });
    const nodeHandler: PreceptServer["nodeHandler"] = (request, response) => void rpc.answerNode(request, response);
    for (const [, send] of await connectAll({ nodeHandler })) {
      await send("getMemoryRules", {});
      await send("getMemoryRuleById", { rule_id: "none" });
    }
    const json = connectJson("http://127.0.0.1", async (request) => (await rpc.fetch(request)) ?? Response.error());
    await json("getMemoryRules", {});
    await json("getMemoryRules", { unknown: 1 });
    await vi.waitFor(() => expect([admitted, open]).toEqual([8, 0]));
  });
});

describe("invalid calls", () => {
  it("name what is wrong, with details", async () => {
    const url = await listen(await startWith());
    const transport = createGrpcWebTransport({ baseUrl: url, httpVersion: "1.1" });
    const stub = createConnectClient(MemoryRulesService, transport);
    expect((await stub.getMemoryRules({})).rules.map(({ id }) => id)).toEqual(["shop", "style"]);
    const error = await stub.getMemoryRules({ limit: -1, category: "rule" }).catch((caught: unknown) => caught as ConnectError);
    if (!(error instanceof ConnectError)) throw new Error("the call succeeded");
    expect(error.metadata.get("precept-code")).toBe("REQUEST_INVALID");
    const [info] = error.findDetails(ErrorInfoSchema);
    expect(info).toMatchObject({ code: "REQUEST_INVALID", requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(info?.reasons).toEqual([expect.stringContaining("category:"), expect.stringContaining("limit:")]);
  });

  it("with an unknown field are rejected in JSON", async () => {
    const json = connectJson(await listen(await startWith()));
    expect(await json("getMemoryRules", { projectid: "shop" })).toEqual({ error: "invalid_argument" });
  });

  it("with a message over the limit are refused, also if it is small while compressed", async () => {
    const server = await startWith();
    const large = { rule_ids: ["x".repeat(2 * 1024 * 1024)] };
    for (const [, send] of await connectAll(server)) {
      const result = await send("updateRuleUsage", large);
      expect(["code 8", "resource_exhausted", "BODY_TOO_LARGE"]).toContain("error" in result && result.error);
    }
    const answer = await fetch(`${await listen(server)}/precept.memory.v1.MemoryRulesService/UpdateRuleUsage`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: gzipSync(JSON.stringify(large)),
    });
    expect([answer.status, await answer.json()]).toEqual([429, expect.objectContaining({ code: "resource_exhausted" })]);
  });

  it.each(["[", "a b", "", "x:99999"])("with the host %j do not stop the server", async (host) => {
    const url = await listen(await startWith());
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest(`${url}/precept.memory.v1.MemoryRulesService/GetMemoryRules`, {
        method: "POST",
        setHost: false,
        headers: { host },
      })
        .on("response", ({ statusCode }) => resolve(statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(400);
    expect(await connectJson(url)("getMemoryRuleById", { rule_id: "style" })).toHaveProperty("response");
  });
});

it("bugs have no message, but the id of the request", async () => {
  const broken = await startWith({
    recordUse: () => {
      throw new TypeError("secret of the server");
    },
  });
  const { memory } = createClient({ url: await listen(broken) });
  const error: unknown = await memory.updateRuleUsage({ rule_ids: ["style"] }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "INTERNAL", status: 500, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(String(error)).not.toContain("secret");
});

it("clients that only know the first fields are served", async () => {
  const send = connectGrpc(await listen(await startWith(), 2), "baseline");
  await send("updateRuleUsage", { rule_ids: ["style"], session_id: "s", tool: "claude" });
  const list = await send("getMemoryRules", { limit: 50 });
  expect(list).toMatchObject({
    response: { total_count: 2, rules: [{ id: "shop" }, { id: "style", usage_count: 1, priority: 50 }] },
  });
  const search = await send("searchMemoryRules", { query: "round prices", search_mode: "hybrid", score_threshold: 0 });
  expect(search).toMatchObject({ response: { rules: [{ id: "shop", rule: "Round prices." }] } });
  expect(await send("getMemoryRuleById", { rule_id: "none" })).toEqual({ error: "RULE_NOT_FOUND" });
});

it("REST and calls have the same handler over HTTP/1.1 and HTTP/2", async () => {
  const server = await startWith();
  const answer = await fetch(`${await listen(server)}/memory_rules.proto`);
  expect(await answer.text()).toBe(memoryRulesProto);
  const session = connect(await listen(server, 2));
  onTestFinished(() => session.destroy());
  const body = await new Promise<string>((resolve) => {
    let text = "";
    session
      .request({ ":path": "/api/v1/traces" })
      .setEncoding("utf8")
      .on("data", (part: string) => (text += part))
      .on("end", () => resolve(text));
  });
  expect(JSON.parse(body)).toEqual({ traces: [] });
});

it("gRPC needs a socket, since the Fetch API has no trailers", async () => {
  const server = await startWith();
  const answer = await server.fetch(
    new Request("http://127.0.0.1/precept.memory.v1.MemoryRulesService/GetMemoryRules", {
      method: "POST",
      headers: { "content-type": "application/grpc" },
    }),
  );
  expect(answer.status).toBe(415);
});

describe("the server", () => {
  const path = "/precept.memory.v1.MemoryRulesService/GetMemoryRuleById";

  it("refuses calls while it shuts down", async () => {
    const server = await startWith();
    server.stop();
    for (const [name, send] of await connectAll(server)) {
      expect([name, await send("getMemoryRules", {})]).toEqual([name, { error: "SERVER_STOPPING" }]);
    }
  });

  it("logs and counts every call, without what the client sent", async () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
    await using metrics = new ServerMetrics();
    const server = await startWith({}, authenticate(principals), { log, metrics });
    for (const [, send] of await connectAll(server)) {
      await send("getMemoryRuleById", { rule_id: "style" }, { headers: { authorization: "Bearer ann" } });
      await send("getMemoryRuleById", { rule_id: "secret name" }, { headers: { authorization: "Bearer ann" } });
      await send("getMemoryRuleById", { rule_id: "style" });
    }
    await vi.waitFor(() => expect(lines).toHaveLength(9));
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.map(({ status }) => status)).toEqual([200, 404, 401, 200, 404, 401, 200, 404, 401]);
    expect(parsed[0]).toMatchObject({ method: "POST", route: path, user: "ann", token: "1", project: "shop", msg: "request" });
    expect(lines.join("")).not.toContain("secret");
    const counted = await metrics.format();
    const missing = `rpc_method="${path.slice(1)}",rpc_response_status_code="NOT_FOUND"`;
    expect(counted).toContain(`rpc_server_call_duration_seconds_count{rpc_system_name="grpc",${missing}} 1\n`);
    expect(counted).toContain(`rpc_server_call_duration_seconds_count{rpc_system_name="connectrpc",${missing}} 2\n`);
  });

  it("lets web pages of allowed origins call it", async () => {
    const server = await startWith({}, authenticate(principals), { allowedOrigins: ["https://console.example.com"] });
    const url = await listen(server);
    const ask = (origin: string) =>
      fetch(url + path, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "connect-protocol-version",
        },
      });
    const preflight = await ask("https://console.example.com");
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "https://console.example.com",
    ]);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Connect-Protocol-Version");
    const call = (origin: string) =>
      fetch(url + path, {
        method: "POST",
        headers: { origin, authorization: "Bearer ann", "content-type": "application/json" },
        body: '{"rule_id":"style"}',
      });
    const answer = await call("https://console.example.com");
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "https://console.example.com"]);
    expect(answer.headers.get("access-control-expose-headers")).toContain("Precept-Code");
    const refused = await call("https://other.example.com");
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    expect((await ask("https://other.example.com")).headers.get("access-control-allow-origin")).toBe(null);
  });
});
