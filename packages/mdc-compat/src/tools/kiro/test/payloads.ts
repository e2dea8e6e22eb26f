import { noTools, projectDir, type Envelope, type ToolPayloads } from "../../../../test/payloads.ts";

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      hook_event_name: when === "before" ? "preToolUse" : "postToolUse",
      cwd: projectDir,
      tool_name: tool,
      tool_input: input,
      ...(when === "after" && { tool_response: { success: true, result: [result] } }),
    },
  ],
  prompt: (text) => ({ hook_event_name: "userPromptSubmit", cwd: projectDir, prompt: text }),
};

export const payloads: ToolPayloads<"kiro"> = {
  kiro: {
    envelope,
    tools: {
      command: ({ command }) => [{ tool: "execute_bash", input: { command } }],
      write: ({ path, content }) => [{ tool: "fs_write", input: { command: "create", path, file_text: content } }],
      edit: ({ path, old, new: text }) => [
        { tool: "fs_write", input: { command: "str_replace", path, old_str: old, new_str: text } },
      ],
      read: ({ path }) => [{ tool: "fs_read", input: { operations: [{ mode: "Line", path }] } }],
      fetch: noTools,
      mcp: ({ server, tool, input }) => [{ tool: `@${server}/${tool}`, input }],
    },
    session: [{ hook_event_name: "agentSpawn", cwd: projectDir }],
  },
};
