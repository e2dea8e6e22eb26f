import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { loginProvider } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import { clearCookie, loginCookie, readCookie, sessionCookie, setCookie } from "../access/cookies.ts";
import { consolePath } from "../console/mount-console.ts";
import { arrivalOf } from "../http/admit-requests.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import type { OidcLogin } from "../oidc/create-oidc-login.ts";
import { callbackPath, loginPath } from "../oidc/options.ts";
import { formatPendingLogin, parsePendingLogin } from "../oidc/pending-login.ts";
import type { LoginFailure } from "../oidc/to-principal.ts";
import type { ServerParts } from "./server-parts.ts";

const providerPath = "/api/v1/session/provider";
const shared = { method: "get" as const, tags: ["Server"], security: [] };

/** Mounts the login with an OpenID Connect provider. Call it before the routes that admit requests, as `mountSession`. */
export function mountLogin(app: OpenAPIHono<ServerEnvironment>, parts: ServerParts): void {
  const { admission, consoleSessions: sessions, log, oidc } = parts;

  const provider = createRoute({
    ...shared,
    path: providerPath,
    operationId: "getLoginProvider",
    summary: "Find out how users log in other than with a token",
    responses: { 200: { description: "The provider.", content: { "application/json": { schema: loginProvider } } } },
  });
  app.openapi(provider, (c) =>
    c.json({ provider: oidc?.provider ?? null, login_url: oidc === undefined ? null : oidc.url + loginPath }, 200),
  );

  const begin = createRoute({
    ...shared,
    path: loginPath,
    operationId: "beginLogin",
    summary: "Log in with the OpenID Connect provider",
    description: "For browsers. Sets a cookie that belongs to the login for ten minutes.",
    responses: { 303: { description: "To the provider, or to the console if it does not answer." } },
  });
  app.openapi(begin, async (c) => {
    const login = await admitLogin(c, oidc);
    const begun = await login.begin();
    if ("problem" in begun) return fail(c, login, begun);
    c.header("set-cookie", setCookie(loginCookie, hostOf(c), formatPendingLogin(begun.pending), isEncrypted(login)));
    return c.redirect(begun.address, 303);
  });

  const end = createRoute({
    ...shared,
    path: callbackPath,
    operationId: "endLogin",
    summary: "Return from the OpenID Connect provider",
    description: "The provider sends browsers here. Sets the cookie of a session, as the login with a token does.",
    responses: { 303: { description: "To the console, which shows why a login failed." } },
  });
  app.openapi(end, async (c) => {
    const login = await admitLogin(c, oidc);
    const pending = parsePendingLogin(readCookie(loginCookie, c.req.header("cookie"), hostOf(c)));
    c.header("set-cookie", clearCookie(loginCookie, hostOf(c)));
    if (pending === undefined) return fail(c, login, { problem: "expired", reason: "the browser has no cookie of a login" });
    const principal = await login.finish(new URL(c.req.url).search, pending);
    if ("problem" in principal) return fail(c, login, principal);
    const id = await sessions.start(principal, "provider");
    c.header("set-cookie", setCookie(sessionCookie, hostOf(c), id, isEncrypted(login)), { append: true });
    // The page learns of the login by a request of its own: browsers do not send the new cookie after a link of another site.
    return c.redirect(`${login.url}${consolePath}/`, 303);
  });
  for (const path of [providerPath, loginPath, callbackPath]) refuseOtherMethods(app, path, ["GET", "HEAD"]);

  async function admitLogin(c: Context<ServerEnvironment>, login: OidcLogin | undefined): Promise<OidcLogin> {
    if (login === undefined) throw new PreceptError("ROUTE_UNKNOWN", { path: c.req.path });
    await admission.admitLogin(arrivalOf(c));
    return login;
  }

  /** Sends the browser to the console with a word for what went wrong. Its details can be texts of others, so they are only in the log. */
  function fail(c: Context<ServerEnvironment>, { url }: OidcLogin, { problem, reason }: LoginFailure): Response {
    log.warn({ request_id: c.get("requestId"), problem, reason }, "login failed");
    return c.redirect(`${url}${consolePath}/#login=${problem}`, 303);
  }
}

function hostOf(c: Context<ServerEnvironment>): string {
  return arrivalOf(c).header("host") ?? "";
}

function isEncrypted({ url }: OidcLogin): boolean {
  return url.startsWith("https:");
}
