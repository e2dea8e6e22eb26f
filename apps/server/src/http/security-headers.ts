import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { ServerEnvironment } from "./environment.ts";

const common: NonNullable<Parameters<typeof secureHeaders>[0]> = {
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  xFrameOptions: "DENY",
  // Old browsers only
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  originAgentCluster: false,
  // A route can set a header itself, for example the policy of a page.
  overwrite: false,
};

const plain = secureHeaders({ ...common, strictTransportSecurity: false });
const encrypted = secureHeaders({ ...common, strictTransportSecurity: "max-age=31536000" });

/** Adds the headers that stop browsers from rendering, framing or reinterpreting answers. HSTS is only sent over TLS. */
export const addSecurityHeaders: MiddlewareHandler<ServerEnvironment> = (c, next) =>
  (c.req.url.startsWith("https:") ? encrypted : plain)(c, next);

/** Keeps answers out of caches: they depend on the token. A route can set `Cache-Control` itself. */
export const forbidCaching: MiddlewareHandler<ServerEnvironment> = async (c, next) => {
  await next();
  if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
};
