import { noTools, projectDir, type Envelope, type ToolPayloads } from "../../../../test/payloads.ts";

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      event: when === "before" ? "tool.call" : "tool.result",
      tool,
      input,
      toolUseID: "t1",
      thread: { id: "s1" },
      cwd: projectDir,
      ...(when === "after" && { output: result }),
    },
  ],
};

export const payloads: ToolPayloads<"amp"> = {
  amp: {
    envelope,
    tools: {
      command: ({ command }) => [
        { tool: "Bash", input: { cmd: command } },
        { tool: "shell_command", input: { command } },
      ],
      write: ({ path, content }) => [{ tool: "create_file", input: { path, content } }],
      edit: ({ path, old, new: text }) => [{ tool: "edit_file", input: { path, old_str: old, new_str: text } }],
      read: ({ path }) => [{ tool: "Read", input: { path } }],
      fetch: noTools,
      mcp: noTools,
    },
    session: [],
  },
};
