// The server
export { createPreceptServer, defaultAnswerCharacters, type PreceptServerOptions } from "./server/create-server.ts";
export { answerBounds } from "./limits.ts";
export type { PromptName } from "./prompts/rule-prompt.ts";
export type { ProtocolEra } from "./tools/policy-tools.ts";
export { defaultTools, toolNames, type ListedTools, type ToolName } from "./tools/tools.ts";
export { servePreceptOnStdio, type StdioConnection, type StdioOptions } from "./server/serve-stdio.ts";
export {
  createPreceptHandler,
  type PreceptHandler,
  type PreceptHandlerOptions,
  type PreceptRequestOptions,
} from "./server/create-handler.ts";
export { streamChanges, type WatchedStreamOptions } from "./server/http/stream-changes.ts";
export type { ChangeStream, ChangeStreamOptions } from "./server/http/change-stream.ts";
export type { ExecuteResult, RegisterResult } from "./tools/register-result.ts";
export { createPriorityQueue, type PriorityQueue, type QueuedNotification, type QueueHead } from "./queue/priority-queue.ts";
export { metaKeys, notificationsUri, priorityExtension, priorityMethod, ruleEngineTool } from "./names.ts";

// What a session sees and may do
export type { PreceptHost } from "./host/precept-host.ts";
export { deleteSessionRules, hostOfWorkspace, type WorkspaceHost, type WorkspaceHostOptions } from "./host/workspace-host.ts";

// Rules
export {
  type HostResolveOptions,
  type HostResolveRequest,
  type HostRemembered,
  type HostRule,
  type HostSearchQuery,
  type RuleHost,
  type RuleWriter,
  ruleHostOf,
  type RuleHostOptions,
} from "./host/rule-host.ts";

// The agent context
export { type ContextHost, contextHostOf, type ContextHostOptions } from "./host/context-host.ts";
export { contextPromptUri } from "./resources/context-source.ts";

// Policies
export {
  type AdviceChange,
  type AdviceReply,
  type AuditHost,
  type AuditRequest,
  type EnforcedHostDecision,
  type HostActor,
  type HostCheckOptions,
  type HostEnforceOptions,
  type HostRegistrant,
  type HostRegistration,
  type RegisteringHost,
  type RuleEngineHost,
  ruleEngineHostOf,
  type EngineHostOptions,
  type EngineOwner,
} from "./host/rule-engine-host.ts";
export { createPolicyHost, type PolicyHostOptions } from "./host/policy-host.ts";

// Resources
export type {
  ListedResource,
  ListedResourceTemplate,
  ResourceChange,
  ResourceSource,
  ResourceText,
} from "./host/resource-source.ts";
