// Routes
export {
  projectRoutes,
  serverRoutes,
  type ProjectRouteId,
  type ProjectRoutes,
  type ServerRouteId,
  type ServerRoutes,
} from "./routes.ts";
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
export { loginProblems, type LoginProblem } from "./values/login-problems.ts";
export { hasRole, roles, roleToWrite, type Role } from "./values/role.ts";

// Schemas
export type { BootAnswer, ContextAnswer, ContextFileReport } from "./schemas/agent-context.ts";
export { wireDiagnostic, type WireDiagnostic, type WireStoreReport } from "./schemas/diagnostic.ts";
export { health, readiness, type Health, type Readiness } from "./schemas/health.ts";
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
export {
  wireDecision,
  wireEnforcedDecision,
  type CheckAnswer,
  type EnforceAnswer,
  type OwnedApproval,
  type OwnedSoftHook,
  type OwnedSoftHookEffect,
  type SoftHookSelector,
  type WireAcceptedViolation,
  type WireAdvice,
  type WireApprovalQuestion,
  type WireAskedQuestion,
  type WireDecision,
  type WireEnforcedDecision,
  type WireSkippedPolicy,
  type WireSoftHook,
  type WireSoftHookEffect,
  type WireViolation,
} from "./schemas/policies.ts";
export type {
  GetMemoryRuleByIdRequest,
  GetMemoryRulesRequest,
  MemoryRequestOwner,
  MemoryRulesFilter,
  MemoryRulesResponse,
  SearchMemoryRulesRequest,
  UpdateRuleUsageRequest,
  UpdateRuleUsageResponse,
  WireMemoryRule,
} from "./schemas/memory-rules.ts";
export { problem, type Problem } from "./schemas/problem.ts";
export {
  endedSession,
  login,
  loginProvider,
  loginState,
  type EndedSession,
  type LoginProvider,
  type LoginState,
} from "./schemas/session.ts";
export type { RuleDebugEvent, RulesAppliedEvent } from "./schemas/events.ts";
export {
  resolveSettings,
  wireTrace,
  type ResolveAnswer,
  type ResolveSettings,
  type WireAnswer,
  type WireBudget,
  type WireNearest,
  type WireResolution,
  type WireRuleReference,
  type WireTrace,
} from "./schemas/resolution.ts";
export {
  ruleFieldNames,
  type RuleCreate,
  type RuleUpdate,
  wireRule,
  type WireRevision,
  type WireRule,
  type WrittenRule,
} from "./schemas/rule.ts";
export {
  sessionRecord,
  type FileTouch,
  type Receipt,
  type SessionDecision,
  type SessionRecord,
  type SessionAction,
  type SessionTurnRecord,
} from "./schemas/session-records.ts";
export type { Wire } from "./wire-parts.ts";
