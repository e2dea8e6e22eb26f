import { createMemoryState, PreceptError } from "@precept/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConsoleSessions } from "../access/console-sessions.ts";
import type { Authenticator } from "../access/principal.ts";
import { createOneTimeToken } from "../console/one-time-token.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const files = { "shop/.precept/rules/style.md": ruleFile("style") };
const own = { origin: "http://127.0.0.1" };

/** An authenticator with one token, `secret`, that can be revoked. */
function createAuthenticator() {
  const ended = new AbortController();
  const principal = { tokenId: "one", role: "editor", projects: "all", user: "ann", ended: ended.signal } as const;
  const authenticator: Authenticator = {
    authenticate(authorization) {
      if (authorization !== "Bearer secret") throw new PreceptError("UNAUTHENTICATED", { reason: "invalid" });
      return principal;
    },
    principalOf: (id) => (id === "one" && !ended.signal.aborted ? principal : undefined),
  };
  return { authenticator, revoke: () => ended.abort() };
}

/** Logs in. Returns the cookie, and what the server said about it. */
async function logIn({ request }: TestServer, token = "secret", headers: Readonly<Record<string, string>> = own) {
  const answer = await request("/session", { body: { token }, headers });
  const cookie = answer.headers.get("set-cookie") ?? "";
  return { answer, cookie, sent: { cookie: cookie.replace(/;.*/, "") } };
}

describe("POST /session", () => {
  it("exchanges a token for a cookie that scripts cannot read, and pages of other sites do not send", async () => {
    const { authenticator } = createAuthenticator();
    const server = await startTestServer(files, { authenticator });
    const { answer, cookie, sent } = await logIn(server);
    expect(answer).toMatchObject({ status: 200, body: { method: "session", user: "ann", role: "editor" } });
    expect(cookie).toMatch(/^precept-session-default=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await server.request("/rules", { headers: sent })).status).toBe(200);
    expect((await server.request("/session", { headers: sent })).body).toMatchObject({ method: "session", user: "ann" });
  });

  it("marks the cookie as secure for a page that was loaded with TLS", async () => {
    const { authenticator } = createAuthenticator();
    const server = await startTestServer(files, { authenticator });
    expect((await logIn(server, "secret", { origin: "https://127.0.0.1" })).cookie).toMatch(/; Secure$/);
  });

  it("refuses a wrong token, other origins, and bodies that are not JSON", async () => {
    const { authenticator } = createAuthenticator();
    const server = await startTestServer(files, { authenticator });
    expect((await logIn(server, "wrong")).answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect((await logIn(server, "secret", { origin: "https://evil.example" })).answer).toMatchObject({
      status: 403,
      body: { code: "ORIGIN_REFUSED" },
    });
    const form = { body: "token=secret", headers: { "content-type": "application/x-www-form-urlencoded", ...own } };
    expect((await server.request("/session", form)).status).toBe(415);
    expect((await server.request("/session", { body: {} })).body).toMatchObject({ code: "REQUEST_INVALID" });
  });

  it("accepts a token that works once, once", async () => {
    const { token, authenticator } = createOneTimeToken({ role: "admin", projects: "all" });
    const server = await startTestServer(files, { authenticator });
    const first = await logIn(server, token);
    expect(first.answer.status).toBe(200);
    expect((await logIn(server, token)).answer.status).toBe(401);
    expect((await server.request("/rules", { token })).status).toBe(401);
    expect((await server.request("/rules", { headers: first.sent })).status).toBe(200);
  });
});

describe("a request with the cookie of a session", () => {
  it.each([
    ["the page of the server", own, 201],
    ["the page of the server, which only says so by Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }, 201],
    ["an unknown page", {}, 403],
    ["a page of another port of the same machine", { origin: "http://127.0.0.1:8080", "sec-fetch-site": "same-site" }, 403],
    ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, 403],
    ["a form of another port, which has no origin", { "sec-fetch-site": "same-site" }, 403],
  ] as const)("that changes a rule and comes from %s gets %o: %i", async (_, headers, status) => {
    const { authenticator } = createAuthenticator();
    const server = await startTestServer(files, { authenticator });
    const { sent } = await logIn(server);
    const body = { name: "money", description: "D.", content: "C.", scope: "project" };
    expect((await server.request("/rules", { body, headers: { ...sent, ...headers } })).status).toBe(status);
  });

  it("that only reads is refused from another site", async () => {
    const { authenticator } = createAuthenticator();
    const server = await startTestServer(files, { authenticator });
    const { sent } = await logIn(server);
    expect((await server.request("/rules", { headers: { ...sent, "sec-fetch-site": "cross-site" } })).status).toBe(403);
  });

  it("uses its token instead, if it has one", async () => {
    const { authenticator } = createAuthenticator();
    const server = await startTestServer(files, { authenticator });
    const { sent } = await logIn(server);
    expect((await server.request("/rules", { headers: sent, token: "wrong" })).status).toBe(401);
  });

  it("is refused after the token was revoked, after a logout, and with an id that the server did not choose", async () => {
    const { authenticator, revoke } = createAuthenticator();
    const server = await startTestServer(files, { authenticator });
    const [one, other] = [await logIn(server), await logIn(server)];
    const ended = await server.request("/session", { method: "DELETE", headers: { ...one.sent, ...own } });
    expect([ended.status, ended.headers.get("set-cookie")]).toEqual([200, expect.stringContaining("Max-Age=0")]);
    expect((await server.request("/rules", { headers: one.sent })).status).toBe(401);
    expect((await server.request("/rules", { headers: other.sent })).status).toBe(200);
    revoke();
    expect((await server.request("/rules", { headers: other.sent })).status).toBe(401);
    const fixed = { cookie: `precept-session-default=${"a".repeat(43)}` };
    expect((await server.request("/rules", { headers: fixed })).status).toBe(401);
  });
});

describe("the session of a browser at servers with common state", () => {
  it("counts at each of them, and ends at all of them with a logout and with its token", async () => {
    const state = createMemoryState({ now: Date.now });
    const { authenticator, revoke } = createAuthenticator();
    const first = await startTestServer(files, { authenticator, state });
    const second = await startTestServer(files, { authenticator, state });
    const [one, other] = [await logIn(first), await logIn(first)];
    for (const { sent } of [one, other]) {
      expect((await second.request("/session", { headers: sent })).body).toMatchObject({ method: "session", user: "ann" });
    }
    await second.request("/session", { method: "DELETE", headers: { ...one.sent, ...own } });
    await expect.poll(async () => (await first.request("/rules", { headers: one.sent })).status, { timeout: 5000 }).toBe(401);
    expect((await first.request("/rules", { headers: other.sent })).status).toBe(200);
    const third = await startTestServer(files, { authenticator, state });
    revoke();
    for (const { request } of [first, second, third]) {
      expect((await request("/rules", { headers: other.sent })).status).toBe(401);
    }
  });

  it("of a provider counts at each of them, too", async () => {
    const state = createMemoryState({ now: Date.now });
    const sessions = [1, 2].map(() => new ConsoleSessions({ state }));
    onTestFinished(() => sessions.forEach((one) => one.close()));
    const principal = { tokenId: "oidc-1", user: "ann", role: "reader", projects: "all" } as const;
    const id = (await sessions[0]?.start(principal, "provider")) ?? "";
    expect(await sessions[1]?.find(id)).toMatchObject(principal);
    expect(await sessions[1]?.end(id)).toBe("provider");
    expect(await new ConsoleSessions({ state }).find(id)).toBeUndefined();
  });

  it("is neither known nor unknown while the state cannot be read", async () => {
    const state = createMemoryState({ now: Date.now });
    const { authenticator } = createAuthenticator();
    const { sent } = await logIn(await startTestServer(files, { authenticator, state }));
    const second = await startTestServer(files, { authenticator, state });
    await state[Symbol.asyncDispose]();
    expect((await second.request("/rules", { headers: sent })).status).toBe(503);
  });
});

it("a server without tokens needs no login", async () => {
  const { request } = await startTestServer(files);
  expect(await request("/session")).toMatchObject({ status: 200, body: { method: "none", role: "admin" } });
});

describe("/console/", () => {
  it("runs only the scripts of the server, and cannot be framed", async () => {
    const { server } = await startTestServer(files, {
      consoleFile: new URL("../../test/console.json", import.meta.url).pathname,
    });
    const get = async (path: string) => server.fetch(new Request(`http://127.0.0.1${path}`));
    const page = await get("/console/");
    expect([page.status, await page.text()]).toEqual([200, "<p>The console.</p>"]);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect((await get("/console/assets/a.js")).headers.get("cache-control")).toContain("immutable");
    expect((await get("/console")).headers.get("location")).toBe("/console/");
    expect((await get("/console/assets/b.js")).status).toBe(404);
    expect((await get("/console/constructor")).status).toBe(404);
  });
});
