import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ServerEnvironment } from "../http/environment.ts";

export function mountDocumentation(_app: OpenAPIHono<ServerEnvironment>): void {}
