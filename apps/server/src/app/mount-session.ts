import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { endedSession, hasRole, login, loginState, problem, type LoginState, type Role } from "@precept/contract";
import type { Context } from "hono";
import type { Principal } from "../access/principal.ts";
import { clearCookie, readCookie, sessionCookie, setCookie } from "../access/cookies.ts";
import { arrivalOf } from "../http/admit-requests.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { readJson } from "../http/read-json.ts";
import { toInvalidInput, toInvalidParts } from "../problems/invalid-input.ts";
import { readVersion } from "../version.ts";
import type { ServerParts } from "./server-parts.ts";

const path = "/api/v1/session";
const json = "application/json";
const refused = { "application/problem+json": { schema: problem } };
const unauthenticated = { description: "The token is missing, invalid or expired.", content: refused };

const shared = { path, tags: ["Server"] };

/** Mounts the login of the console. Call it before the routes that admit requests, which the login itself cannot require. */
export function mountSession(app: OpenAPIHono<ServerEnvironment>, parts: ServerParts): void {
  const { admission, consoleSessions: sessions, limits, oidc } = parts;

  const get = createRoute({
    ...shared,
    method: "get",
    operationId: "getSession",
    summary: "Find out who the server takes you for",
    security: [{ token: [] }],
    "x-precept-role": "reader",
    responses: { 200: { description: "The login.", content: { [json]: { schema: loginState } } }, 401: unauthenticated },
  });
  app.openapi(get, async (c) => {
    const { principal, release } = await admission.admit(arrivalOf(c));
    release();
    return c.json(toLoginState(principal, methodOf(c, parts)), 200);
  });

  const start = createRoute({
    ...shared,
    method: "post",
    operationId: "startSession",
    summary: "Log in with a token",
    description:
      "Sets a cookie that browsers send instead of the token: `HttpOnly` and `SameSite=Strict`. It ends after 12 hours, with the token, and when the " +
      "server stops, unless servers share their state. Requests with the cookie are accepted only from pages of the server itself.",
    security: [],
    request: { body: { required: true, content: { [json]: { schema: login } } } },
    responses: { 200: { description: "The login.", content: { [json]: { schema: loginState } } }, 401: unauthenticated },
  });
  app.openAPIRegistry.registerPath(start);
  app.post(path, async (c) => {
    const arrival = arrivalOf(c);
    const read = login.safeParse(await readJson(c.req.raw, limits));
    if (!read.success) throw toInvalidInput(toInvalidParts("json", read.error.issues));
    // The same checks and limits as for a request with this token.
    const header = (name: string) => (name === "authorization" ? `Bearer ${read.data.token}` : arrival.header(name));
    const { principal, release } = await admission.admit({ ...arrival, header });
    release();
    const id = await sessions.start(principal);
    c.header("set-cookie", setCookie(sessionCookie, arrival.header("host") ?? "", id, isEncrypted(c)));
    return c.json(toLoginState(principal, "session"), 200);
  });

  const end = createRoute({
    ...shared,
    method: "delete",
    operationId: "endSession",
    summary: "Log out",
    description: "Ends the session of the request, and its streams of events.",
    security: [{ token: [] }],
    "x-precept-role": "reader",
    responses: {
      200: { description: "The session has ended.", content: { [json]: { schema: endedSession } } },
      401: unauthenticated,
    },
  });
  app.openapi(end, async (c) => {
    const arrival = arrivalOf(c);
    const { release } = await admission.admit(arrival);
    release();
    const host = arrival.header("host") ?? "";
    const id = readCookie(sessionCookie, arrival.header("cookie"), host);
    const kind = id === undefined ? undefined : await sessions.end(id);
    c.header("set-cookie", clearCookie(sessionCookie, host));
    const address = kind === "provider" ? await oidc?.logoutAddress() : undefined;
    return c.json({ logout_url: address ?? null }, 200);
  });
  refuseOtherMethods(app, path, ["GET", "HEAD", "POST", "DELETE"]);
}

function methodOf(c: Context<ServerEnvironment>, { isAuthenticated }: ServerParts): LoginState["method"] {
  if (!isAuthenticated) return "none";
  return c.req.header("authorization") === undefined ? "session" : "token";
}

function toLoginState(principal: Principal, method: LoginState["method"]): LoginState {
  const { tokenId, user, defaultUser, role, projectRoles = new Map<string, Role>() } = principal;
  const answers = tokenId !== undefined && [role, ...projectRoles.values()].some((one) => hasRole(one, "admin"));
  return { method, user: user ?? defaultUser ?? null, role, answers_approvals: answers, version: readVersion() };
}

/** Whether the page of the login was loaded with TLS. A proxy in front of the server may have removed it. */
function isEncrypted({ req }: Context<ServerEnvironment>): boolean {
  return (req.header("origin") ?? req.url).startsWith("https:");
}
