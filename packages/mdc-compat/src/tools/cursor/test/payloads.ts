import {
  noTools,
  printAddPatch,
  printUpdatePatch,
  projectDir,
  type Envelope,
  type Fields,
  type ToolPayloads,
} from "../../../../test/payloads.ts";

const cursorBase: Fields = {
  conversation_id: "s1",
  generation_id: "g1",
  cursor_version: "2.1.0",
  workspace_roots: [projectDir],
  model: "m",
};

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => {
    const own = {
      ...cursorBase,
      hook_event_name: when === "before" ? "preToolUse" : "postToolUse",
      tool_name: tool,
      tool_input: input,
    };
    if (when === "after") return [{ ...own, tool_use_id: "t1", tool_output: result }];
    const { command } = input as { command?: unknown };
    const further = tool === "Shell" ? [{ ...cursorBase, hook_event_name: "beforeShellExecution", command, cwd: "" }] : [];
    const mcp = tool.startsWith("MCP:")
      ? [
          {
            ...cursorBase,
            hook_event_name: "beforeMCPExecution",
            tool_name: tool.slice(4),
            tool_input: JSON.stringify(input),
            url: "http://x",
          },
        ]
      : [];
    return [{ ...own, tool_use_id: "t1", cwd: projectDir }, ...further, ...mcp];
  },
  prompt: (text) => ({ ...cursorBase, hook_event_name: "beforeSubmitPrompt", prompt: text, attachments: [] }),
  response: (text) => ({ ...cursorBase, hook_event_name: "afterAgentResponse", text }),
};

export const payloads: ToolPayloads<"cursor"> = {
  cursor: {
    envelope,
    tools: {
      command: ({ command }) => [{ tool: "Shell", input: { command, working_directory: "" } }],
      write: ({ path, content }) => [
        { tool: "Write", input: { file_path: path, content } },
        { tool: "Write", input: { path, contents: content } },
        { tool: "ApplyPatch", input: printAddPatch(path, content) },
      ],
      edit: ({ path, old, new: text }) => [
        { tool: "StrReplace", input: { path, old_string: old, new_string: text } },
        { tool: "ApplyPatch", input: { patch: printUpdatePatch(path, old, text) } },
      ],
      read: ({ path }) => [{ tool: "Read", input: { path } }],
      fetch: noTools,
      mcp: ({ tool, input }) => [{ tool: `MCP:${tool}`, input }],
    },
    session: [
      {
        conversation_id: "s1",
        generation_id: "g",
        cursor_version: "2",
        workspace_roots: [projectDir],
        hook_event_name: "sessionStart",
      },
      {
        conversation_id: "s1",
        generation_id: "g",
        cursor_version: "2",
        workspace_roots: [projectDir],
        hook_event_name: "stop",
        status: "completed",
      },
    ],
  },
};
