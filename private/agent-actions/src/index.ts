export type { Action, AgentAction } from "./agent-action.ts";
export { isHeldOut } from "./held-out.ts";
export { claudeTools, type HostTools, type ToolShape } from "./claude-tools.ts";
export { callsOf, hookPayloadOf } from "./hook-payload.ts";
export { agentActions } from "./list-actions.ts";
export { findHits, scoreStarters } from "./measure-starters.ts";
export type { ActionHits, Hit, StarterScore } from "./measure-starters.ts";
