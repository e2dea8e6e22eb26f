import type { OpenAPIHono } from "@hono/zod-openapi";
import { PreceptError } from "@precept/core";
import type { ServerEnvironment } from "../http/environment.ts";
import { readConsoleFiles, type ConsoleFiles } from "./console-files.ts";

/** Where the console is. Its pages are in the fragment of the address, which browsers do not send. */
export const consolePath = "/console";

/** The page runs only scripts and styles of the server, sends requests only to it, and creates no script from a text. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/**
 * Mounts the console, which needs no token: it has no data. Its requests need one.
 *
 * @param path the path of the built console. Default: in the package `@precept/console`.
 */
export function mountConsole(app: OpenAPIHono<ServerEnvironment>, path: string | undefined): void {
  let loaded: Promise<ConsoleFiles | undefined> | undefined;
  app.get("/", (c) => c.redirect(`${consolePath}/`));
  app.get(`${consolePath}/*`, async (c) => {
    // The path of the context has no slash at the end, which relative addresses in the page need.
    const { pathname } = new URL(c.req.url);
    if (pathname === consolePath) return c.redirect(`${consolePath}/`);
    const built = await (loaded ??= readConsoleFiles(path));
    if (built === undefined) throw new PreceptError("CONSOLE_MISSING", {});
    const name = pathname.slice(consolePath.length + 1) || "index.html";
    const file = Object.hasOwn(built.files, name) ? built.files[name] : undefined;
    if (file === undefined) throw new PreceptError("ROUTE_UNKNOWN", { path: c.req.path });
    return c.body(file.text, 200, {
      ...headers,
      "content-type": file.type,
      // The names of other files contain a hash of their contents.
      "cache-control": name === "index.html" ? "no-cache" : "public, max-age=31536000, immutable",
    });
  });
}
