export type { Action, AgentAction } from "./agent-action.ts";
export { isHeldOut } from "./held-out.ts";
export { hookPayloadOf } from "./hook-payload.ts";
export { agentActions } from "./list-actions.ts";
export { findSessionHits, scoreSessions } from "./measure-sessions.ts";
export { agentSessions, sessionPayloadsOf } from "./read-sessions.ts";
export type { AgentSession, SessionStep } from "./read-sessions.ts";
export { findHits, scoreStarters } from "./measure-starters.ts";
export type { ActionHits, Hit, StarterScore } from "./measure-starters.ts";
