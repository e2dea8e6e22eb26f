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
export {
  defaultEvents,
  eventSchemas,
  maxEventRules,
  subscribableEvents,
  type EventData,
  type EventType,
  type ServerEvent,
  type SubscribableEvent,
} from "./schemas/events.ts";
export type { CheckAnswer, EnforceAnswer, OwnedSoftHook, OwnedSoftHookEffect, SoftHookSelector } from "./schemas/policies.ts";
export { problem, type Problem } from "./schemas/problem.ts";
export { resolveSettings, type ResolveAnswer, type ResolveSettings } from "./schemas/resolution.ts";
export { wireRule } from "./schemas/wire-rule.ts";
