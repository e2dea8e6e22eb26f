import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { ServerEnvironment } from "./environment.ts";
import { readRequestIds } from "./request-ids.ts";

/** Browsers do not render, frame or reinterpret an answer. */
const common: readonly (readonly [name: string, value: string])[] = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
];

/** Browsers only use TLS for a year. A browser ignores this header without TLS. */
const encrypted: typeof common = [...common, ["strict-transport-security", "max-age=31536000"]];

/** Caches keep no answer of the API, because it depends on the token. */
const api: typeof common = [["cache-control", "no-store"]];

/** Gives each request an id, and adds the headers before the answer exists: changing them afterwards is slow. */
export function addAnswerHeaders(log: Logger): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const { requestId, traceId } = readRequestIds((name) => c.req.header(name));
    c.set("requestId", requestId);
    c.set("traceId", traceId);
    c.set("log", log);
    const all = [
      ["x-request-id", requestId] as const,
      ...(c.req.url.startsWith("https:") ? encrypted : common),
      ...(c.req.path.startsWith("/api") ? api : []),
    ];
    for (const [name, value] of all) c.header(name, value);
    await next();
    // The answer was not created by Hono, and lacks the headers.
    if (!c.res.headers.has("x-request-id")) for (const [name, value] of all) setIfMissing(c.res.headers, name, value);
  };
}

function setIfMissing(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
