import { noTools, printAddPatch, projectDir, type Envelope, type Fields, type ToolPayloads } from "../../../../test/payloads.ts";

const copilotBase: Fields = { sessionId: "s1", timestamp: 1_763_000_000_000, cwd: projectDir };

const copilotCliEnvelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...copilotBase,
      toolName: tool,
      toolArgs: input,
      ...(when === "after" && { toolResult: { resultType: "success", textResultForLlm: result } }),
    },
    ...(when === "before"
      ? [
          { ...copilotBase, toolName: tool, toolArgs: typeof input === "string" ? input : JSON.stringify(input) },
          {
            session_id: "s1",
            timestamp: "2026-11-01T00:00:00Z",
            cwd: projectDir,
            hook_event_name: "PreToolUse",
            tool_name: tool,
            tool_input: input,
          },
        ]
      : []),
  ],
  prompt: (text) => ({ ...copilotBase, prompt: text }),
};

const vscodeBase: Fields = { timestamp: "2026-11-01T00:00:00Z", cwd: projectDir, sessionId: "s1", transcript_path: "/t.json" };

const vscodeEnvelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...vscodeBase,
      hookEventName: when === "before" ? "PreToolUse" : "PostToolUse",
      tool_name: tool,
      tool_input: input,
      tool_use_id: "t1",
      ...(when === "after" && { tool_response: result }),
    },
  ],
  prompt: (text) => ({ ...vscodeBase, hookEventName: "UserPromptSubmit", prompt: text }),
};

export const payloads: ToolPayloads<"copilot"> = {
  "copilot-cli": {
    envelope: copilotCliEnvelope,
    tools: {
      command: ({ command }) => [
        { tool: "bash", input: { command, description: "x" } },
        { tool: "powershell", input: { command } },
      ],
      write: ({ path, content }) => [
        { tool: "create", input: { path, file_text: content } },
        { tool: "apply_patch", input: printAddPatch(path, content) },
      ],
      edit: ({ path, old, new: text }) => [
        { tool: "edit", input: { path, old_str: old, new_str: text } },
        { tool: "Edit", input: { path, old_str: old, new_str: text } },
      ],
      read: ({ path }) => [{ tool: "view", input: { path } }],
      fetch: ({ url }) => [{ tool: "web_fetch", input: { url } }],
      mcp: noTools,
    },
    session: [{ sessionId: "s1", timestamp: 1, cwd: projectDir, source: "new", initialPrompt: "" }],
  },
  vscode: {
    envelope: vscodeEnvelope,
    tools: {
      command: ({ command }) => [{ tool: "run_in_terminal", input: { command, explanation: "x", isBackground: false } }],
      write: ({ path, content }) => [
        { tool: "create_file", input: { filePath: path, content } },
        { tool: "apply_patch", input: { input: printAddPatch(path, content), explanation: "x" } },
      ],
      edit: ({ path, old, new: text }) => [
        { tool: "replace_string_in_file", input: { filePath: path, oldString: old, newString: text } },
        { tool: "multi_replace_string_in_file", input: { replacements: [{ filePath: path, oldString: old, newString: text }] } },
        { tool: "insert_edit_into_file", input: { filePath: path, code: text } },
      ],
      read: ({ path }) => [{ tool: "read_file", input: { filePath: path } }],
      fetch: ({ url }) => [{ tool: "fetch_webpage", input: { urls: [url] } }],
      mcp: ({ server, tool, input }) => [{ tool: `mcp_${server}_${tool}`, input }],
    },
    session: [{ sessionId: "s1", timestamp: "1", cwd: projectDir, hookEventName: "SessionStart", source: "new" }],
  },
};
