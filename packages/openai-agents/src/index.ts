export { rulesMiddleware, type OpenAIAgentsRules, type RequestRulesFunction, type RulesRunConfig } from "./rules-middleware.ts";
export type { RulesMiddlewareOptions } from "./options.ts";
