// Rules
export {
  authorities,
  defaultInclusion,
  defaultPriority,
  clientScope,
  defaultScope,
  inclusions,
  inclusionTable,
  persistentStoreKinds,
  ruleCategories,
  reviewDecisions,
  reviewKinds,
  reviewTitles,
  scopeRank,
  scopes,
  scopeTable,
  similarities,
  statuses,
  type Authority,
  type Inclusion,
  type InclusionSpec,
  type PersistentStoreKind,
  type RuleAuthor,
  type RuleCategory,
  type ReviewDecision,
  type ReviewKind,
  type RuleStatus,
  type Scope,
  type ScopeSpec,
  type Similarity,
  type StoreKind,
} from "./rules.ts";

// Imports, exports and reverts
export { transferActions, transferChanges, transferNotes } from "./transfer.ts";

// Times
export { isTime, toMilliseconds } from "./time.ts";

// Requests
export {
  positionHeader,
  promptFormats,
  ruleOrders,
  searchDegradations,
  searchModes,
  type PromptFormat,
  type RuleOrder,
  type SearchDegradation,
  type SearchMode,
} from "./request.ts";
export { loginProblems, type LoginProblem } from "./login-problems.ts";
export { hasRole, roles, roleToWrite, type Role } from "./role.ts";

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
  syntaxLanguages,
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
  type SyntaxLanguage,
  type ValueFormat,
} from "./policies.ts";
export { commandTraitDescriptions, commandTraitNames, type CommandTrait } from "./command-traits.ts";
export {
  ciNames,
  contextKeys,
  isContextKey,
  signalKeys,
  type CiName,
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

// Sessions
export {
  deliveryEvents,
  channels,
  sessionActions,
  sessionTurns,
  type DeliveryEvent,
  type Channel,
  type SessionActionKind,
  type SessionTurn,
} from "./session-records.ts";
