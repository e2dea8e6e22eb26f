import { PreceptError } from "@precept/core";
import { describe, expect, it } from "vitest";
import { startTestProvider, type TestProvider } from "../../test/openid-provider.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { begin, cookieIn, finish, logIn } from "../../test/provider-login.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import type { Authenticator } from "../access/principal.ts";
import type { OidcOptions } from "../oidc/options.ts";

const files = { "shop/.precept/rules/style.md": ruleFile("style") };
const own = { origin: "http://127.0.0.1" };
const url = "http://127.0.0.1";

const authenticator: Authenticator = {
  authenticate: () => {
    throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
  },
};

/** Starts a server whose users log in at a provider, and are members of the group `staff`. */
async function start(
  changed: Partial<OidcOptions> = {},
): Promise<{ readonly server: TestServer; readonly provider: TestProvider }> {
  const provider = await startTestProvider();
  Object.assign(provider.faults.claims, { preferred_username: "ada", groups: ["staff"] });
  const oidc: OidcOptions = {
    issuer: provider.issuer,
    clientId: "precept",
    clientSecret: "secret",
    url,
    roles: { reader: ["staff"], admin: ["owners"] },
    timeoutMs: 400,
    ...changed,
  };
  return { server: await startTestServer(files, { authenticator, oidc }), provider };
}

const failed = (problem: string) => `${url}/console/#login=${problem}`;

describe("a login with a provider", () => {
  it("sends the browser to the provider, with PKCE, a state and a nonce", async () => {
    const { server, provider } = await start();
    const { status, address, headers } = await begin(server);
    expect(status).toBe(303);
    const { origin, pathname, searchParams } = new URL(address);
    expect([origin, pathname]).toEqual([provider.issuer, "/authorize"]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: "precept",
      response_type: "code",
      redirect_uri: `${url}/api/v1/session/callback`,
      scope: "openid profile email",
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(headers.get("set-cookie")).toMatch(/; Max-Age=600; Path=\/api\/v1\/session; HttpOnly; SameSite=Lax$/);
  });

  it("starts a session with the role of the group, which ends with a logout at both", async () => {
    const { server, provider } = await start();
    const { location, session, headers } = await logIn(server, provider);
    expect(location).toBe(`${url}/console/`);
    expect(headers.getSetCookie().join("\n")).toMatch(/precept-session-\S+ Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict/);
    expect(cookieIn(headers, "precept-login")).toMatch(/=$/);
    const sent = { cookie: session };
    const state = { method: "session", user: "ada", role: "reader", answers_approvals: false };
    expect((await server.request("/session", { headers: sent })).body).toMatchObject(state);
    expect((await server.request("/rules", { headers: sent })).status).toBe(200);
    const body = { name: "money", description: "D.", content: "C.", scope: "project" };
    expect((await server.request("/rules", { body, headers: { ...sent, ...own } })).status).toBe(403);
    const { body: ended } = await server.request("/session", { method: "DELETE", headers: { ...sent, ...own } });
    expect((ended as { logout_url: string }).logout_url).toMatch(`${provider.issuer}/logout?`);
    expect((await server.request("/rules", { headers: sent })).status).toBe(401);
  });

  it("ends the streams of events of the session", async () => {
    const { server, provider } = await start();
    const { session } = await logIn(server, provider);
    const events = await server.openEvents("/events", { headers: { cookie: session } });
    await events.next();
    await server.request("/session", { method: "DELETE", headers: { cookie: session, ...own } });
    expect(await events.read()).toEqual({ comment: "the request was ended" });
  });

  it("takes the highest role, asks for claims that the ID token does not have, and marks cookies as secure behind TLS", async () => {
    const { server, provider } = await start({ url: "https://rules.example.com", userClaim: "email" });
    provider.faults.userInfo = { email: "ada@example.com", email_verified: true, groups: ["staff", "owners"] };
    provider.faults.claims = {};
    const { session, headers } = await logIn(server, provider);
    expect((await server.request("/session", { headers: { cookie: session } })).body).toMatchObject({
      user: "ada@example.com",
      role: "admin",
      answers_approvals: true,
    });
    expect(headers.getSetCookie().at(-1)).toMatch(/; Secure$/);
  });

  it.each([
    ["no groups", { groups: undefined }, "no_role"],
    ["other groups", { groups: ["guests"] }, "no_role"],
    ["groups as an object", { groups: { staff: true, length: 1, 0: "staff" } }, "no_role"],
    ["groups that are not all texts", { groups: ["staff", { name: "owners" }] }, "no_role"],
    ["a group that contains the name of another", { groups: "not-staff" }, "no_role"],
    ["no user", { preferred_username: undefined }, "no_user"],
    ["a user that is a path", { preferred_username: "../eve" }, "no_user"],
    ["a user that is a list", { preferred_username: ["ada"] }, "no_user"],
    ["another issuer", { iss: "https://evil.example" }, "invalid"],
    ["another client as audience", { aud: "other" }, "invalid"],
    ["another nonce", { nonce: "n".repeat(43) }, "invalid"],
    ["no nonce", { nonce: undefined }, "invalid"],
    ["an expired ID token", { exp: 1 }, "invalid"],
    ["an ID token of the future", { nbf: 4_000_000_000 }, "invalid"],
    ["no subject", { sub: undefined }, "invalid"],
  ])("fails for %s", async (_, claims, problem) => {
    const { server, provider } = await start();
    Object.assign(provider.faults.claims, claims);
    const { location, session } = await logIn(server, provider);
    expect([location, session]).toEqual([failed(problem), ""]);
  });

  it("fails for an email address that the provider has not verified", async () => {
    const { server, provider } = await start({ userClaim: "email" });
    Object.assign(provider.faults.claims, { email: "ada@example.com" });
    expect((await logIn(server, provider)).location).toBe(failed("no_user"));
  });

  it("fails for a signature of another key", async () => {
    const { server, provider } = await start();
    provider.faults.signsWithOtherKey = true;
    expect((await logIn(server, provider)).location).toBe(failed("invalid"));
  });

  it("fails for a provider whose configuration has another issuer", async () => {
    const { server, provider } = await start();
    provider.faults.metadata = { issuer: "https://evil.example" };
    expect((await begin(server)).address).toBe(failed("unreachable"));
  });

  it("fails without the cookie of the login, with that of another login, and with another state", async () => {
    const { server, provider } = await start();
    const [one, other] = [await begin(server), await begin(server)];
    expect((await finish(server, provider.authorize(one.address), "")).location).toBe(failed("expired"));
    expect((await finish(server, provider.authorize(one.address), other.cookie)).location).toBe(failed("invalid"));
    expect((await finish(server, `${provider.authorize(one.address)}x`, one.cookie)).location).toBe(failed("invalid"));
    const { cookie, address } = one;
    expect((await finish(server, provider.authorize(address), `${cookie}; ${cookie}`)).location).toBe(failed("expired"));
    expect((await finish(server, provider.authorize(address), cookie.replace(/\..*/, ""))).location).toBe(failed("expired"));
  });

  it("fails for a code that was used before", async () => {
    const { server, provider } = await start();
    const { address, cookie } = await begin(server);
    const callback = provider.authorize(address);
    expect((await finish(server, callback, cookie)).location).toBe(`${url}/console/`);
    expect((await finish(server, callback, cookie)).location).toBe(failed("expired"));
  });

  it("fails if the provider refuses", async () => {
    const { server } = await start();
    const { address, cookie } = await begin(server);
    const state = new URL(address).searchParams.get("state") ?? "";
    const refusal = `${url}/api/v1/session/callback?error=access_denied&state=${state}`;
    expect((await finish(server, refusal, cookie)).location).toBe(failed("denied"));
  });

  it.each(["/.well-known/openid-configuration", "/token", "/jwks"])(
    "waits only for a time for a provider that hangs at %s",
    async (path) => {
      const { server, provider } = await start();
      provider.faults.hangsAt = path;
      const begun = await begin(server);
      const location = path.startsWith("/.")
        ? begun.address
        : (await finish(server, provider.authorize(begun.address), begun.cookie)).location;
      expect(location).toBe(failed("unreachable"));
      provider.faults.hangsAt = undefined;
      expect((await logIn(server, provider)).location).toBe(`${url}/console/`);
    },
  );

  it("says that the provider is down, and does not prevent logins with tokens", async () => {
    const { server } = await start({ issuer: "http://127.0.0.1:1" });
    expect((await begin(server)).address).toBe(failed("unreachable"));
    expect((await server.request("/session")).status).toBe(401);
  });

  it("is counted as a failed authentication", async () => {
    const provider = await startTestProvider();
    const oidc = { issuer: provider.issuer, clientId: "precept", url, roles: { reader: ["staff"] } };
    const limits = { failedAuthenticationsPerMinute: 2 };
    const server = await startTestServer(files, { authenticator, oidc, limits });
    const statuses = [await begin(server), await begin(server), await begin(server)].map(({ status }) => status);
    expect(statuses).toEqual([303, 303, 429]);
  });
});

describe("GET /session/provider", () => {
  it("names the provider, and where a login begins", async () => {
    const { server, provider } = await start();
    expect((await server.request("/session/provider")).body).toEqual({
      provider: new URL(provider.issuer).host,
      login_url: `${url}/api/v1/session/login`,
    });
  });

  it("names none for a server without one, which has no login either", async () => {
    const server = await startTestServer(files, { authenticator });
    expect((await server.request("/session/provider")).body).toEqual({ provider: null, login_url: null });
    expect((await server.request("/session/login")).status).toBe(404);
    expect((await server.request("/session/callback")).status).toBe(404);
  });
});

it("a server with a provider needs an authenticator", async () => {
  const oidc = { issuer: "https://login.example.com", clientId: "precept", url, roles: {} };
  await expect(startTestServer(files, { oidc })).rejects.toThrow("needs an authenticator");
});
