export { rulesMiddleware, type RulesAgentMiddleware, type RulesMiddlewareOptions } from "./rules-middleware.ts";
export { rulesContextSchema, rulesStateSchema, type RulesContext, type RulesState } from "./schemas.ts";
export { isRulesStreamEvent, type RulesStreamEvent } from "./stream-events.ts";
