import { claudeBase, projectDir, type Envelope, type Fields, type ToolPayloads } from "../../../../test/payloads.ts";

const geminiBase: Fields = { ...claudeBase, timestamp: "2026-11-01T00:00:00Z" };

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...geminiBase,
      hook_event_name: when === "before" ? "BeforeTool" : "AfterTool",
      tool_name: tool,
      tool_input: input,
      ...(when === "after" && { tool_response: { llmContent: result } }),
    },
  ],
  prompt: (text) => ({ ...geminiBase, hook_event_name: "BeforeAgent", prompt: text }),
  response: (text) => ({
    ...geminiBase,
    hook_event_name: "AfterAgent",
    prompt: "p",
    prompt_response: text,
    stop_hook_active: false,
  }),
};

export const payloads: ToolPayloads<"gemini"> = {
  gemini: {
    envelope,
    tools: {
      command: ({ command }) => [{ tool: "run_shell_command", input: { command, dir_path: "." } }],
      write: ({ path, content }) => [{ tool: "write_file", input: { file_path: path, content } }],
      edit: ({ path, old, new: text }) => [{ tool: "replace", input: { file_path: path, old_string: old, new_string: text } }],
      read: ({ path }) => [
        { tool: "read_file", input: { file_path: path } },
        { tool: "read_many_files", input: { include: [path] } },
      ],
      fetch: ({ url }) => [{ tool: "web_fetch", input: { prompt: `Read ${url}` } }],
      mcp: ({ server, tool, input }) => [{ tool: `mcp_${server}_${tool}`, input }],
    },
    session: [
      {
        session_id: "s1",
        transcript_path: "/t",
        timestamp: "1",
        cwd: projectDir,
        hook_event_name: "SessionStart",
        source: "startup",
      },
      {
        session_id: "s1",
        transcript_path: "/t",
        timestamp: "1",
        cwd: projectDir,
        hook_event_name: "PreCompress",
        trigger: "auto",
      },
    ],
  },
};
