// The server
export { createRuleEngineServer, type RuleEngineServerOptions } from "./server/create-server.ts";
export type { ProtocolEra } from "./server/policy-tools.ts";
export { serveRuleEngineOnStdio, type StdioConnection, type StdioOptions } from "./server/serve-stdio.ts";
export { createRuleEngineHandler, type RuleEngineHandler } from "./server/create-handler.ts";
export type { ExecuteResult, RegisterResult } from "./server/tool-result.ts";
export { createPriorityQueue, type PriorityQueue, type QueuedNotification, type QueueHead } from "./queue/priority-queue.ts";
export { metaKeys, notificationsUri, priorityExtension, priorityMethod, ruleEngineTool } from "./names.ts";

// Hosts of policies
export type {
  EnforcedHostDecision,
  HostCheckOptions,
  HostEnforceOptions,
  HostFix,
  HostRegistration,
  HostRollback,
  RuleEngineHost,
} from "./host/host.ts";
export { createPolicyHost, type PolicyHostOptions } from "./host/policy-host.ts";
export { hostOf, type EngineOwner } from "./host/engine-host.ts";
