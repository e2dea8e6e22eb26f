import { printAddPatch, projectDir, type Envelope, type ToolPayloads } from "../../../../test/payloads.ts";

const envelope: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      hook: when === "before" ? "tool.execute.before" : "tool.execute.after",
      tool,
      sessionID: "s1",
      callID: "t1",
      args: input,
      cwd: projectDir,
      ...(when === "after" && { output: result }),
    },
  ],
  prompt: (text) => ({ hook: "chat.message", sessionID: "s1", prompt: text, cwd: projectDir }),
};

export const payloads: ToolPayloads<"opencode"> = {
  opencode: {
    envelope,
    tools: {
      command: ({ command }) => [{ tool: "bash", input: { command } }],
      write: ({ path, content }) => [
        { tool: "write", input: { filePath: path, content } },
        { tool: "apply_patch", input: { patchText: printAddPatch(path, content) } },
      ],
      edit: ({ path, old, new: text }) => [{ tool: "edit", input: { filePath: path, oldString: old, newString: text } }],
      read: ({ path }) => [{ tool: "read", input: { filePath: path } }],
      fetch: ({ url }) => [{ tool: "webfetch", input: { url } }],
      mcp: ({ server, tool, input }) => [{ tool: `${server}_${tool}`, input }],
    },
    session: [],
  },
};
