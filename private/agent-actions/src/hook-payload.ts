import type { Action } from "./agent-action.ts";
import { claudeTools, type HostTools, type ToolShape } from "./claude-tools.ts";

/** Returns the payload that Claude Code sends to a hook before the action, or after it if the action is the result of a tool. */
export function hookPayloadOf(action: Action, cwd = "/home/dev/shop"): Readonly<Record<string, unknown>> {
  switch (action.type) {
    case "prompt":
      return { hook_event_name: "UserPromptSubmit", cwd, prompt: action.text };
    case "response":
      return { hook_event_name: "Stop", cwd, last_assistant_message: action.text };
    case "result":
      return {
        hook_event_name: "PostToolUse",
        cwd,
        tool_name: action.tool,
        tool_input: {},
        tool_response: { result: action.text },
      };
    case "command":
    case "write":
    case "edit":
    case "read":
    case "fetch":
    case "mcp": {
      const [call] = callsOf(claudeTools, action);
      return { hook_event_name: "PreToolUse", cwd, tool_name: call?.tool, tool_input: call?.input };
    }
    default:
      return action satisfies never;
  }
}

type ToolAction = Extract<Action, { type: keyof HostTools }>;

/** Returns the calls by which tools express an action. */
export function callsOf(tools: HostTools, action: ToolAction): readonly ToolShape[] {
  return (tools[action.type] as (given: ToolAction) => readonly ToolShape[])(action);
}
