import { noTools, projectDir, type Envelope, type ToolPayloads } from "../../../../test/payloads.ts";

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      event_type: when === "before" ? "PreToolUse" : "PostToolUse",
      tool_name: tool,
      tool_input: input,
      tool_output: when === "after" ? result : null,
      message: null,
      session_id: "s1",
      working_dir: projectDir,
      metadata: {},
    },
  ],
  prompt: (text) => ({
    event_type: "UserPromptSubmit",
    tool_name: null,
    message: text,
    session_id: "s1",
    working_dir: projectDir,
  }),
};

export const payloads: ToolPayloads<"openhands"> = {
  openhands: {
    envelope,
    tools: {
      command: ({ command }) => [{ tool: "terminal", input: { command } }],
      write: ({ path, content }) => [{ tool: "file_editor", input: { command: "create", path, file_text: content } }],
      edit: ({ path, old, new: text }) => [
        { tool: "file_editor", input: { command: "str_replace", path, old_str: old, new_str: text } },
      ],
      read: ({ path }) => [{ tool: "file_editor", input: { command: "view", path } }],
      fetch: noTools,
      mcp: noTools,
    },
    session: [{ event_type: "SessionStart", session_id: "s1", working_dir: projectDir }],
  },
};
