import type { Json } from "@precept/core";

/** Something that a coding agent does, in no host's format. */
export type Action =
  | { readonly type: "command"; readonly command: string }
  | { readonly type: "write"; readonly path: string; readonly content: string }
  | { readonly type: "edit"; readonly path: string; readonly old: string; readonly new: string }
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "fetch"; readonly url: string }
  | { readonly type: "mcp"; readonly server: string; readonly tool: string; readonly input: Readonly<Record<string, Json>> }
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "response"; readonly text: string }
  | { readonly type: "result"; readonly tool: string; readonly text: string };

/** A dangerous action that the starter policies must stop, or a harmless one that they must not stop. */
export interface AgentAction {
  /** Unique in the list. */
  readonly id: string;
  /** The kind of harm that it does, or resembles: `delete`, `reverse-shell`. */
  readonly kind: string;
  readonly dangerous: boolean;
  /** The id of the action that it resembles: a harmless action of a dangerous one. */
  readonly twin?: string;
  /** The name of the starter whose policies stop it. */
  readonly starter: string;
  readonly action: Action;
}
