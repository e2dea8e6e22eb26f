import { routeTable } from "@precept/contract/table";
import { PreceptError } from "@precept/core";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import type { Authenticator } from "../access/principal.ts";
import { createServer } from "../create-server.ts";
import { createLog } from "../log/create-log.ts";
import type { ProjectState, Projects } from "../projects/projects.ts";
import { toPattern } from "./other-methods.ts";
import { logRequest } from "./observe-requests.ts";
import { startTestServer } from "../../test/test-server.ts";

const rule = { "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n" };

/** Tokens of a reader and an admin. */
const authenticator: Authenticator = {
  authenticate(authorization) {
    if (authorization === undefined) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    const role = authorization.endsWith("admin") ? "admin" : "reader";
    return { tokenId: `id-of-${role}`, user: "ada", role, projects: "all" };
  },
};

function collectLog(format: "json" | "pretty" = "json") {
  const lines: string[] = [];
  const log = createLog({ format, level: "debug", write: (text) => lines.push(text) });
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe("the log", () => {
  it("has a line for each request, without the body, the query and the token", async () => {
    const { log, lines, entries } = collectLog();
    const { request } = await startTestServer(rule, { log, authenticator });
    const { headers } = await request("/resolve", { body: { prompt: "confidential" }, token: "hunter2-reader" });
    await request("/traces?limit=7", { token: "hunter2-admin" });
    await request("/secret-path", { token: "hunter2-admin" });
    await request("/resolve", { body: {} });
    const id = headers.get("x-request-id");
    expect(entries()).toMatchObject([
      {
        level: "info",
        request_id: id,
        method: "POST",
        route: "/api/v1/resolve",
        status: 200,
        user: "ada",
        token: "id-of-reader",
        project: "shop",
      },
      { route: "/api/v1/traces", status: 200, token: "id-of-admin" },
      { route: "none", status: 404 },
      { route: "/api/v1/resolve", status: 401 },
    ]);
    expect(lines.join("")).not.toMatch(/confidential|hunter2|limit|secret-path/);
  });

  it("names the route that answered, also if its path could be the parameter of another", async () => {
    const { log, entries } = collectLog();
    const { request } = await startTestServer(rule, { log });
    const routes = Object.values(routeTable).filter(({ path }) => path !== "/events");
    const expected = routes.map(({ path }) => `/api/v1${toPattern(path)}`);
    for (const { method, path, hasBody } of routes)
      await request(path.replaceAll(/\{\w+\}/g, "style"), { method: method.toUpperCase(), ...(hasBody && { body: {} }) });
    expect(entries().map(({ route }) => route)).toEqual(expected);
  });

  it("has the id and the trace of the client, if they are valid", async () => {
    const { log, entries } = collectLog();
    const { request } = await startTestServer(rule, { log });
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const ids = [
      { "x-request-id": "job-7/2", traceparent: `00-${trace}-00f067aa0ba902b7-01` },
      { "x-request-id": "two words", traceparent: `ff-${trace}-00f067aa0ba902b7-01` },
      { "x-request-id": "x".repeat(129), traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` },
      { "x-request-id": "", traceparent: "none" },
    ];
    const answers: (string | null)[] = [];
    for (const headers of ids) answers.push((await request("/rules", { headers })).headers.get("x-request-id"));
    const uuid = expect.stringMatching(/^[\da-f]{8}-/) as string;
    expect(answers).toEqual(["job-7/2", uuid, uuid, uuid]);
    expect(entries().map(({ request_id: id, trace_id: found }) => [id, found])).toEqual([
      ["job-7/2", trace],
      ...answers.slice(1).map((id) => [id, undefined]),
    ]);
  });

  it("has the duration in milliseconds, with two decimals", () => {
    const { log, entries } = collectLog();
    vi.spyOn(performance, "now").mockReturnValue(1234.5678);
    const answered = {
      requestId: "a",
      traceId: undefined,
      method: "GET",
      route: "/healthz",
      status: 200,
      principal: undefined,
      project: undefined,
    };
    logRequest(log, "info", { ...answered, start: 1000 });
    expect(entries()).toMatchObject([{ ms: 234.57 }]);
  });

  it("has the error of a request that failed because of a bug, under its id", async () => {
    const { log, entries } = collectLog();
    const projects: Projects = {
      ids: ["a"],
      defaultId: "a",
      lease: async () => {
        throw new Error("internals\nforged: line");
      },
      states: () => [],
      [Symbol.asyncDispose]: async () => undefined,
    };
    const answer = await createServer({ projects, log }).fetch(new Request("http://127.0.0.1/api/v1/traces"));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("internals");
    const id = answer.headers.get("x-request-id");
    expect(entries()).toMatchObject([
      { level: "error", request_id: id, err: { message: "internals\nforged: line" } },
      { level: "error", request_id: id, status: 500 },
    ]);
  });

  it("cannot be given lines by clients, in any format", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), fc.constantFrom("json" as const, "pretty" as const), (text, format) => {
        const { log, lines } = collectLog(format);
        log.info({ user: text, nested: { text } }, text);
        log.error({ request_id: text });
        for (const line of lines) {
          expect(line.endsWith("\n")).toBe(true);
          expect(line.slice(0, -1)).not.toMatch(format === "json" ? /[\n\r]/ : /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
        expect(lines).toHaveLength(2);
      }),
    );
  });

  it("is readable in a terminal", () => {
    const { log, lines } = collectLog("pretty");
    log.warn({ route: "/api/v1/rules", status: 404, user: "ada lovelace" }, "request");
    expect(lines.join("")).toMatch(/^\d\d:\d\d:\d\d warn {2}request route=\/api\/v1\/rules status=404 user="ada lovelace"\n$/);
  });
});

describe("/metrics", () => {
  it("counts requests and rules, for admins only", async () => {
    const { request } = await startTestServer(rule, { authenticator, log: pino({ level: "silent" }) });
    await request("/resolve", { body: {}, token: "reader" });
    await request("/nowhere", { token: "reader" });
    await request("/nowhere-else", { token: "reader" });
    expect((await request("//metrics")).status).toBe(401);
    expect((await request("//metrics", { token: "reader" })).status).toBe(403);
    const { status, headers, body } = await request("//metrics", { token: "admin" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const answered = "http_server_request_duration_seconds_count{http_request_method=";
    expect(body).toContain(
      `${answered}"POST",http_route="/api/v1/resolve",http_response_status_code="200",url_scheme="http"} 1\n`,
    );
    expect(body).toContain(`${answered}"GET",http_response_status_code="404",url_scheme="http"} 2\n`);
    expect(body).toContain("precept_resolutions_total 1\n");
    expect(body).toContain("precept_rules_applied_total 1\n");
    expect(body).toContain('db_client_operation_duration_seconds_count{db_system_name="fs",db_operation_name="list"} ');
    expect(body).toContain('precept_stores{status="ready"} 2\n');
    expect(body).toMatch(/^precept_cache_reads\{layer="l1",result="hit"\} [1-9]/m);
    expect(body).toMatch(/^precept_cache_rules [1-9]/m);
    expect(body).not.toMatch(/shop|\bada\b|style/);
    expect(/^target_info.*$/m.exec(body as string)?.[0]).toMatch(
      /^target_info\{service_name="precept",service_version="[\w.-]+"\} 1$/,
    );
    // Every line is a comment or a sample of the text format.
    for (const line of (body as string).trimEnd().split("\n"))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? [\d.e+-]+)$/);
  });
});

describe("/healthz and /readyz", () => {
  it("need no token, and name projects to admins only", async () => {
    const states: readonly ProjectState[] = [
      { id: "secret-project", status: "failed", error: new Error("No such directory."), leases: 0 },
      { id: "other", status: "closed", leases: 0 },
    ];
    const ask = async (path: string, states_: readonly ProjectState[], token?: string) => {
      const projects: Projects = {
        ids: [],
        defaultId: undefined,
        lease: async () => Promise.reject(new Error("unused")),
        states: () => states_,
        [Symbol.asyncDispose]: async () => undefined,
      };
      const server = createServer({ projects, authenticator });
      const answer = await server.fetch(
        new Request(`http://127.0.0.1${path}`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
      );
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ask("/healthz", states)).toEqual({ status: 200, body: { status: "alive" } });
    expect(await ask("/readyz", [])).toEqual({ status: 200, body: { status: "ready", problems: [] } });
    const anonymous = { status: "not_ready", problems: [{ kind: "project_failed", count: 1 }] };
    expect(await ask("/readyz", states)).toEqual({ status: 503, body: anonymous });
    expect(await ask("/readyz", states, "reader")).toEqual({ status: 503, body: anonymous });
    expect(await ask("/readyz", states, "admin")).toEqual({
      status: 503,
      body: {
        status: "not_ready",
        problems: [{ kind: "project_failed", count: 1, projects: ["secret-project"], reasons: ["No such directory."] }],
      },
    });
  });

  it("stay ready while some project works, and fail when the server stops", async () => {
    const { request } = await startTestServer(rule);
    expect((await request("//readyz")).body).toEqual({ status: "ready", problems: [] });
  });
});

describe("GET /projects", () => {
  it("lists the projects that the token may use", async () => {
    const { request } = await startTestServer(rule);
    expect((await request("/projects")).body).toEqual({ projects: [{ id: "shop", role: "admin" }], default_project: "shop" });
    const none = await startTestServer(rule, {
      authenticator: { authenticate: () => ({ tokenId: "t", role: "reader", projects: ["other"] }) },
    });
    expect((await none.request("/projects")).body).toEqual({ projects: [], default_project: null });
  });
});

describe("stopping", () => {
  it("refuses new requests, and makes /readyz fail", async () => {
    const projects: Projects = {
      ids: [],
      defaultId: undefined,
      lease: async () => Promise.reject(new Error("unused")),
      states: () => [],
      [Symbol.asyncDispose]: async () => undefined,
    };
    const server = createServer({ projects });
    server.stop();
    const get = async (path: string) => {
      const answer = await server.fetch(new Request(`http://127.0.0.1${path}`));
      return { status: answer.status, retry: answer.headers.get("retry-after"), body: (await answer.json()) as object };
    };
    expect(await get("/readyz")).toMatchObject({
      status: 503,
      body: { status: "not_ready", problems: [{ kind: "stopping", count: 1 }] },
    });
    expect(await get("/healthz")).toMatchObject({ status: 200 });
    expect(await get("/api/v1/projects")).toMatchObject({ status: 503, retry: "5", body: { code: "SERVER_STOPPING" } });
  });
});
