import type { Action } from "@precept/agent-actions";

/** What an agent does, independently of its host. */
export type AgentAction = Action;

export type ActionType = AgentAction["type"];

/** A payload by which a host expresses an action. */
export interface EncodedAction {
  /** The shape, for the name of a test: the event and the tool. */
  readonly shape: string;
  readonly payload: object;
}
