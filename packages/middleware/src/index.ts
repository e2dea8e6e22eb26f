export type { SessionType as AgentSessionType } from "@precept/contract/values";
// The middleware
export { createRulesMiddleware, type RulesMiddleware } from "./create-middleware.ts";
export type { MiddlewareOptions } from "./options.ts";
export { selectCheckOptions, type CallOptions, type CheckedMessage, type CheckOptions, type ToolCall } from "./call-options.ts";
export type { BootedContext, BootRequest, EnforceToolCallOptions, PolicyEnforcer, RulesSource } from "./rules-source.ts";

// Model calls
export type { ModelCall, ModelCallRules } from "./prepare-model-call.ts";
export { requestRulesTool, type RequestRulesTool } from "./request-rules.ts";
export type { Message } from "./conversation.ts";
export { createMessageReader, type MessageFormat } from "./message-reader.ts";
export { readText } from "./read-text.ts";
export { readToolArguments } from "./to-json.ts";
export { addRulesSection, delimitRulesSection, removeRulesSection } from "./prompt-section.ts";

// Checks of tool calls and messages
export type { PolicyDecision } from "./enforce-on.ts";
export { describeAdvice, describeDenial, describeFixes, type CheckedText } from "./describe-decision.ts";

// Events
export type { RuleDebugEvent, RulesAppliedEvent } from "@precept/contract";
export type { MiddlewareEvent, PolicyEnforcedEvent } from "./events.ts";
