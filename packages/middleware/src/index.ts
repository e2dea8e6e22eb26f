export type { SessionType as AgentSessionType } from "@precept/contract/values";
// The middleware
export { createRulesMiddleware, type RulesMiddleware } from "./create-middleware.ts";
export type { CallOptions } from "./call-options.ts";
export type { MiddlewareOptions } from "./options.ts";
export { selectCheckOptions, type CheckOptions } from "./check-options.ts";
export type { BootedContext, BootRequest, EnforceToolCallOptions, PolicyEnforcer, RulesSource } from "./rules-source.ts";

// Model calls
export type { ModelCall, ModelCallRules } from "./prepare-model-call.ts";
export type { Message } from "./conversation.ts";
export { createMessageReader, type MessageFormat } from "./message-reader.ts";
export { readText } from "./read-text.ts";
export { readToolArguments } from "./tool-arguments.ts";
export { addRulesSection, delimitRulesSection, removeRulesSection } from "./prompt-section.ts";

// Tool calls
export type { ToolCall } from "./tool-call.ts";
export type { ToolCallDecision, ToolResultDecision } from "./check-tool-call.ts";

// Messages
export type { CheckedMessage, MessageDecision } from "./check-message.ts";
export type { PolicyDecision } from "./enforce-on.ts";
export { describeAdvice, describeDenial, type CheckedText } from "./describe-decision.ts";

// Events
export type { MiddlewareEvent, PolicyEnforcedEvent, RuleDebugEvent, RulesAppliedEvent, WireError } from "./events.ts";
