// Routes
export { projectRoutes, type ProjectRouteId, type ProjectRoutes } from "./routes.ts";
export {
  commonErrors,
  routeTags,
  type Route,
  type RouteAnswer,
  type RouteError,
  type RouteInput,
  type RouteOutput,
  type RouteRequest,
  type RouteTag,
} from "./route.ts";
export { hasRole, roles, type Role } from "./role.ts";

// Schemas
export { problem, type Problem } from "./schemas/problem.ts";
export { resolveSettings, type ResolveAnswer, type ResolveSettings } from "./schemas/resolution.ts";
export { ruleFieldNames, type RuleCreate, type RuleUpdate } from "./schemas/rule-input.ts";
export { wireRule } from "./schemas/wire-rule.ts";
