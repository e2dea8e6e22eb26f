import { projectsRoutes } from "./routes/projects.ts";
import { eventRoutes } from "./routes/events.ts";
import { policyRoutes } from "./routes/policies.ts";
import { contextRoutes } from "./routes/context.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { projectRoutes as routesOfProject } from "./routes/project.ts";
import { resolveRoutes } from "./routes/resolve.ts";
import { reviewRoutes } from "./routes/review.ts";
import { ruleQueryRoutes } from "./routes/rule-queries.ts";
import { ruleRoutes } from "./routes/rules.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { transferRoutes } from "./routes/transfer.ts";
import type { Route } from "./route.ts";

/**
 * The routes of a project. Their paths are relative to `/api/v1/projects/{project}`, and to `/api/v1` too if the server
 * has one project.
 */
export const projectRoutes = {
  ...resolveRoutes,
  ...policyRoutes,
  ...eventRoutes,
  ...ruleRoutes,
  ...ruleQueryRoutes,
  ...reviewRoutes,
  ...memoryRoutes,
  ...contextRoutes,
  ...routesOfProject,
  ...sessionRoutes,
  ...transferRoutes,
} as const satisfies Readonly<Record<string, Route>>;

export type ProjectRoutes = typeof projectRoutes;

/** The id of a route, which is also its `operationId` in the OpenAPI document. */
export type ProjectRouteId = keyof ProjectRoutes;

/** The routes of the server that do not belong to a project. Their paths are relative to `/api/v1`. */
export const serverRoutes = {
  ...projectsRoutes,
} as const satisfies Readonly<Record<string, Route>>;

export type ServerRoutes = typeof serverRoutes;

/** The id of a route of {@link serverRoutes}. */
export type ServerRouteId = keyof ServerRoutes;
