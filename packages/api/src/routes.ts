import { memoryRoutes } from "./routes/memory.ts";
import { resolveRoutes } from "./routes/resolve.ts";
import { ruleQueryRoutes } from "./routes/rule-queries.ts";
import { ruleRoutes } from "./routes/rules.ts";
import type { Route } from "./route.ts";

/**
 * The routes of a project. Their paths are relative to `/api/v1/projects/{project}`, and to `/api/v1` too if the server has one project.
 */
export const projectRoutes = {
  ...resolveRoutes,
  ...ruleRoutes,
  ...ruleQueryRoutes,
  ...memoryRoutes,
} as const satisfies Readonly<Record<string, Route>>;

export type ProjectRoutes = typeof projectRoutes;

/** The id of a route, which is also its `operationId` in the OpenAPI document. */
export type ProjectRouteId = keyof ProjectRoutes;
