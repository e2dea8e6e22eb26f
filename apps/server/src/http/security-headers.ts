import type { MiddlewareHandler } from "hono";
import type { ServerEnvironment } from "./environment.ts";

/** Stops browsers from rendering, framing and reinterpreting answers, and from telling other sites about them. */
const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
];

/**
 * Adds the security headers. HSTS is only sent over TLS. A route can set a header itself, for example the policy of a page.
 *
 * The headers are set before the answer exists. Changing those of an answer, as `hono/secure-headers` does, copies it, which takes as long as everything
 * else together.
 */
export const addSecurityHeaders: MiddlewareHandler<ServerEnvironment> = async (c, next) => {
  for (const [name, value] of securityHeaders) c.header(name, value);
  if (c.req.url.startsWith("https:")) c.header("strict-transport-security", "max-age=31536000");
  await next();
};

/** Keeps answers out of caches: they depend on the token. A route can set `Cache-Control` itself. */
export const forbidCaching: MiddlewareHandler<ServerEnvironment> = async (c, next) => {
  c.header("cache-control", "no-store");
  await next();
};
