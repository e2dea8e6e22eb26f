import { projectDir, type Envelope, type Fields, type ToolPayloads } from "../../../../test/payloads.ts";

const clineBase: Fields = {
  clineVersion: "4.0.0",
  timestamp: "1",
  taskId: "s1",
  workspaceRoots: [projectDir],
  agent_id: "a",
  parent_agent_id: null,
};

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => {
    const key = when === "before" ? "preToolUse" : "postToolUse";
    const own = { toolName: tool, parameters: input, ...(when === "after" && { result, success: true }) };
    return [
      { ...clineBase, hookName: when === "before" ? "PreToolUse" : "PostToolUse", [key]: own },
      { ...clineBase, hookName: when === "before" ? "tool_call" : "tool_result", [key]: own },
    ];
  },
  prompt: (text) => ({ ...clineBase, hookName: "UserPromptSubmit", userPromptSubmit: { prompt: text, attachments: [] } }),
};

export const payloads: ToolPayloads<"cline"> = {
  cline: {
    envelope,
    tools: {
      command: ({ command }) => [
        { tool: "execute_command", input: { command, requires_approval: "false" } },
        { tool: "run_commands", input: { commands: JSON.stringify([command]) } },
      ],
      write: ({ path, content }) => [{ tool: "write_to_file", input: { path, content } }],
      edit: ({ path, old, new: text }) => [
        { tool: "replace_in_file", input: { path, diff: `------- SEARCH\n${old}\n=======\n${text}\n+++++++ REPLACE\n` } },
        { tool: "editor", input: { path, old_text: old, new_text: text } },
      ],
      read: ({ path }) => [{ tool: "read_file", input: { path } }],
      fetch: ({ url }) => [{ tool: "web_fetch", input: { url } }],
      mcp: ({ server, tool, input }) => [
        { tool: "use_mcp_tool", input: { server_name: server, tool_name: tool, arguments: JSON.stringify(input) } },
      ],
    },
    session: [{ taskId: "s1", workspaceRoots: [projectDir], hookName: "TaskStart", taskStart: { taskMetadata: {} } }],
  },
};
