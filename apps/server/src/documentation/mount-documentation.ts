import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ServerEnvironment } from "../http/environment.ts";
import { buildOpenApiDocument, type OpenApiDocument } from "./openapi-document.ts";
import { renderPage, stylesheetPath } from "./page.ts";
import { stylesheet } from "./stylesheet.ts";

/** Allows the style sheet of the server, and nothing else. */
const contentSecurityPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Mounts `/openapi.json` and `/docs`, which need no token. Call it after all routes are mounted. */
export function mountDocumentation(app: OpenAPIHono<ServerEnvironment>): void {
  let document: OpenApiDocument | undefined;
  let page: Promise<string> | undefined;
  // Built on first use: most servers are never asked.
  const documentOf = (): OpenApiDocument => (document ??= buildOpenApiDocument(app));
  app.get("/openapi.json", (c) => c.json(documentOf()));
  app.get("/docs", (c) => {
    page ??= renderPage(documentOf());
    return c.html(page, 200, { "content-security-policy": contentSecurityPolicy, "x-content-type-options": "nosniff" });
  });
  app.get(stylesheetPath, (c) =>
    c.body(stylesheet, 200, { "content-type": "text/css; charset=utf-8", "cache-control": "max-age=3600" }),
  );
}
