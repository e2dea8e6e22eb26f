// Rules
export { defaultInclusion, inclusions, inclusionTable, type Inclusion, type InclusionSpec } from "./inclusion.ts";
export { defaultScope, scopeRank, scopes, scopeTable, type Scope, type ScopeSpec } from "./scope.ts";
export {
  authorities,
  defaultPriority,
  ruleCategories,
  statuses,
  type Authority,
  type RuleCategory,
  type RuleStatus,
} from "./rule-kinds.ts";
export { persistentStoreKinds, type PersistentStoreKind, type StoreKind } from "./store-kinds.ts";

// Requests
export {
  promptFormats,
  ruleOrders,
  searchDegradations,
  searchModes,
  type PromptFormat,
  type RuleOrder,
  type SearchDegradation,
  type SearchMode,
} from "./request.ts";
export { hasRole, roles, type Role } from "./role.ts";

// Policies
export {
  asksHuman,
  failsCheck,
  highestPenalty,
  isPolicyAction,
  notificationRecipients,
  policyActions,
  policyActionSpecs,
  stopsAgent,
  strictestAction,
  strictestPolicyAction,
  type ActionEffects,
  type DecisionAction,
  type IterationPenalty,
  type NotificationRecipient,
  type PolicyAction,
  type PolicyActionSpec,
} from "./policy-action.ts";
export { approvalMemories, approvalStatuses, type ApprovalMemory, type ApprovalStatus } from "./approval.ts";
export {
  contextKeys,
  isContextKey,
  signalKeys,
  type ContextKey,
  type ContextKeySpec,
  type ContextSource,
  type SignalKey,
} from "./context-keys.ts";
export { phases, type Phase } from "./phase.ts";
export {
  durationPattern,
  maxSequenceCount,
  maxValueLength,
  policyModes,
  sequenceValues,
  type PolicyMode,
  type SequenceValue,
  type ValueFormat,
} from "./policy-match.ts";
export { policySeverities, securityScores, type PolicySeverity } from "./policy-severity.ts";
export { defaultTables, type GovernanceTables, type PriorityMapping } from "./policy-tables.ts";
export { comparePriorities, priorities, prioritySpecs, type Priority, type PrioritySpec } from "./priority.ts";
export { subjectKinds, type SubjectKind } from "./subject-kind.ts";

// The agent context
export {
  contextFileIds,
  fileLoadStates,
  sessionTypes,
  type ContextFileId,
  type FileLoadState,
  type SessionType,
} from "./agent-context.ts";

// Other values
export { diagnosticSeverities, type DiagnosticSeverity } from "./diagnostic-severity.ts";
export type { Json } from "./json.ts";
export { snakeCase, type SnakeCase } from "./snake-case.ts";
