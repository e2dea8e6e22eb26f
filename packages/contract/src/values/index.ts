// Rules
export {
  authorities,
  defaultInclusion,
  defaultPriority,
  defaultScope,
  inclusions,
  inclusionTable,
  persistentStoreKinds,
  ruleCategories,
  scopeRank,
  scopes,
  scopeTable,
  statuses,
  type Authority,
  type Inclusion,
  type InclusionSpec,
  type PersistentStoreKind,
  type RuleCategory,
  type RuleStatus,
  type Scope,
  type ScopeSpec,
  type StoreKind,
} from "./rules.ts";

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
export {
  approvalMemories,
  approvalStatuses,
  comparePriorities,
  defaultTables,
  durationPattern,
  maxSequenceCount,
  maxValueLength,
  phases,
  policyModes,
  policySeverities,
  priorities,
  prioritySpecs,
  securityScores,
  sequenceValues,
  subjectKinds,
  type ApprovalMemory,
  type ApprovalStatus,
  type GovernanceTables,
  type Phase,
  type PolicyMode,
  type PolicySeverity,
  type Priority,
  type PriorityMapping,
  type PrioritySpec,
  type SequenceValue,
  type SubjectKind,
  type ValueFormat,
} from "./policies.ts";
export {
  contextKeys,
  isContextKey,
  signalKeys,
  type ContextKey,
  type ContextKeySpec,
  type ContextSource,
  type SignalKey,
} from "./context-keys.ts";

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
