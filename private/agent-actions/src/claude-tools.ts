import type { Action } from "./agent-action.ts";

/** A call of a tool: its name and its input. */
export interface ToolShape {
  readonly tool: string;
  readonly input: unknown;
}

type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** The actions that a host does with a tool. */
type ToolActionType = Exclude<Action["type"], "prompt" | "response" | "result">;

/** How a host's tools express each kind of action. */
export type HostTools = { readonly [Type in ToolActionType]: (action: Of<Type>) => readonly ToolShape[] };

/** The tools of Claude Code. The first shape of each action is the common one. */
export const claudeTools = {
  command: ({ command }) => [{ tool: "Bash", input: { command } }],
  write: ({ path, content }) => [{ tool: "Write", input: { file_path: path, content } }],
  edit: ({ path, old, new: text }) => [
    { tool: "Edit", input: { file_path: path, old_string: old, new_string: text, replace_all: false } },
    { tool: "MultiEdit", input: { file_path: path, edits: [{ old_string: old, new_string: text }] } },
  ],
  read: ({ path }) => [{ tool: "Read", input: { file_path: path } }],
  fetch: ({ url }) => [{ tool: "WebFetch", input: { url, prompt: "Read it" } }],
  mcp: ({ server, tool, input }) => [{ tool: `mcp__${server}__${tool}`, input }],
} as const satisfies HostTools;
