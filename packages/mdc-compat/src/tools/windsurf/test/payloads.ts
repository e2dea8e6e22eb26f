import { noTools, type Envelope, type Fields, type ToolPayloads } from "../../../../test/payloads.ts";

const windsurfBase: Fields = { trajectory_id: "s1", execution_id: "t1", timestamp: "2026-11-01T00:00:00Z", model_name: "m" };

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...windsurfBase,
      agent_action_name: `${when === "before" ? "pre" : "post"}_${tool}`,
      tool_info: { ...(input as Fields), ...(when === "after" && { mcp_result: result }) },
    },
  ],
  prompt: (text) => ({ ...windsurfBase, agent_action_name: "pre_user_prompt", tool_info: { user_prompt: text } }),
  response: (text) => ({ ...windsurfBase, agent_action_name: "post_cascade_response", tool_info: { response: text } }),
};

export const payloads: ToolPayloads<"windsurf"> = {
  windsurf: {
    envelope,
    tools: {
      command: ({ command }) => [{ tool: "run_command", input: { command_line: command, cwd: "" } }],
      write: ({ path, content }) => [
        { tool: "write_code", input: { file_path: path, edits: [{ old_string: "", new_string: content }] } },
      ],
      edit: ({ path, old, new: text }) => [
        { tool: "write_code", input: { file_path: path, edits: [{ old_string: old, new_string: text }] } },
      ],
      read: ({ path }) => [{ tool: "read_code", input: { file_path: path } }],
      fetch: noTools,
      mcp: ({ server, tool, input }) => [
        { tool: "mcp_tool_use", input: { mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments: input } },
      ],
    },
    session: [],
  },
};
