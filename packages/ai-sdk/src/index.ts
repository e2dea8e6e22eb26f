export { rulesMiddleware, type RulesModelMiddleware } from "./rules-middleware.ts";
export type { ModelCallParams, PromptMessage } from "./prompt.ts";
export { guardTools } from "./guard-tools.ts";
export { requestRulesTool, type RequestRulesTool } from "./request-rules-tool.ts";
export { ToolCallDeniedError } from "./tool-call-denied-error.ts";
export type { RulesCallOptions } from "./call-options.ts";
