/** What an agent does, independently of its host. */
export type AgentAction =
  | { readonly type: "command"; readonly command: string }
  | { readonly type: "write"; readonly path: string; readonly content: string }
  | { readonly type: "edit"; readonly path: string; readonly old: string; readonly new: string }
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "fetch"; readonly url: string }
  | { readonly type: "mcp"; readonly server: string; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "response"; readonly text: string }
  | { readonly type: "result"; readonly tool: string; readonly text: string };

export type ActionType = AgentAction["type"];

/** A payload by which a host expresses an action. */
export interface EncodedAction {
  /** The shape, for the name of a test: the event and the tool. */
  readonly shape: string;
  readonly payload: object;
}
