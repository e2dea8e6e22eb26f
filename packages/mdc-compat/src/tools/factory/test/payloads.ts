import { claudeTools } from "@precept/agent-actions";
import { claudeEnvelope, printAddPatch, projectDir, type ToolPayloads } from "../../../../test/payloads.ts";

export const payloads: ToolPayloads<"factory"> = {
  droid: {
    envelope: claudeEnvelope({ permission_mode: "auto" }),
    tools: {
      command: ({ command }) => [
        { tool: "Execute", input: { command } },
        { tool: "Bash", input: { command } },
      ],
      write: ({ path, content }) => [
        { tool: "Create", input: { file_path: path, content } },
        { tool: "ApplyPatch", input: printAddPatch(path, content) },
      ],
      edit: ({ path, old, new: text }) => [{ tool: "Edit", input: { file_path: path, old_string: old, new_string: text } }],
      read: ({ path }) => [{ tool: "Read", input: { file_path: path } }],
      fetch: ({ url }) => [{ tool: "FetchUrl", input: { url } }],
      mcp: claudeTools.mcp,
    },
    session: [
      {
        session_id: "s1",
        transcript_path: "/t",
        permission_mode: "off",
        cwd: projectDir,
        hook_event_name: "SessionStart",
        source: "startup",
      },
    ],
  },
};
