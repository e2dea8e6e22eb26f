import { noTools, projectDir, type Envelope, type ToolPayloads } from "../../../../test/payloads.ts";

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      event: when === "before" ? "PreToolUse" : "PostToolUse",
      session_id: "s1",
      matcher_context: tool,
      tool_call_id: "t1",
      tool_name: tool,
      tool_input: input,
      working_dir: projectDir,
      ...(when === "after" && { tool_output: result }),
    },
  ],
  prompt: (text) => ({ event: "UserPromptSubmit", session_id: "s1", message: text, working_dir: projectDir }),
  response: (text) => ({ event: "Stop", session_id: "s1", last_assistant_message: text, working_dir: projectDir }),
};

export const payloads: ToolPayloads<"goose"> = {
  goose: {
    envelope,
    tools: {
      command: ({ command }) => [{ tool: "developer__shell", input: { command } }],
      write: ({ path, content }) => [{ tool: "developer__write", input: { path, content } }],
      edit: ({ path, old, new: text }) => [{ tool: "developer__edit", input: { path, before: old, after: text } }],
      read: noTools,
      fetch: noTools,
      mcp: ({ server, tool, input }) => [{ tool: `${server}__${tool}`, input }],
    },
    session: [{ event: "SessionStart", session_id: "s1", working_dir: projectDir }],
  },
};
