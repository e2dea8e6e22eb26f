import type { Action } from "./agent-action.ts";

/** Returns the payload that Claude Code sends to a hook before the action, or after it if the action is the result of a tool. */
export function hookPayloadOf(action: Action, cwd = "/home/dev/shop"): Readonly<Record<string, unknown>> {
  const before = (tool_name: string, tool_input: object) => ({ hook_event_name: "PreToolUse", cwd, tool_name, tool_input });
  switch (action.type) {
    case "command":
      return before("Bash", { command: action.command });
    case "write":
      return before("Write", { file_path: action.path, content: action.content });
    case "edit":
      return before("Edit", { file_path: action.path, old_string: action.old, new_string: action.new });
    case "read":
      return before("Read", { file_path: action.path });
    case "fetch":
      return before("WebFetch", { url: action.url, prompt: "Summarise the page." });
    case "mcp":
      return before(`mcp__${action.server}__${action.tool}`, action.input);
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
    default:
      return action satisfies never;
  }
}
