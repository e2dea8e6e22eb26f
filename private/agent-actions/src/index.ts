export type { Action, AgentAction } from "./agent-action.ts";
