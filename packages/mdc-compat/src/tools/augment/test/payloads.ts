import { noTools, printUpdatePatch, projectDir, type Envelope, type ToolPayloads } from "../../../../test/payloads.ts";

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => {
    const fields = { conversation_id: "s1", workspace_roots: [projectDir], tool_name: tool, tool_input: input };
    const event = when === "before" ? "PreToolUse" : "PostToolUse";
    const output = when === "after" ? { tool_output: result } : {};
    return [
      { hook_event_name: event, ...fields, ...output },
      { hook_type: event, ...fields, ...output },
    ];
  },
};

export const payloads: ToolPayloads<"augment"> = {
  augment: {
    envelope,
    tools: {
      command: ({ command }) => [
        { tool: "launch-process", input: { command, wait: true } },
        { tool: "terminal", input: { command } },
      ],
      write: ({ path, content }) => [{ tool: "save-file", input: { path, file_content: content } }],
      edit: ({ path, old, new: text }) => [
        { tool: "str-replace-editor", input: { command: "str_replace", path, old_str_1: old, new_str_1: text } },
        { tool: "apply_patch", input: { input: printUpdatePatch(path, old, text) } },
      ],
      read: noTools,
      fetch: noTools,
      mcp: noTools,
    },
    session: [],
  },
};
