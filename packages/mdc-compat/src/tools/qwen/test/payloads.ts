import { claudeTools } from "@precept/agent-actions";
import { claudeEnvelope, projectDir, type ToolPayloads } from "../../../../test/payloads.ts";

export const payloads: ToolPayloads<"qwen"> = {
  qwen: {
    envelope: claudeEnvelope({ timestamp: "2026-11-01T00:00:00Z", permission_mode: "default" }),
    tools: {
      command: ({ command }) => [{ tool: "run_shell_command", input: { command } }],
      write: ({ path, content }) => [{ tool: "write_file", input: { file_path: path, content } }],
      edit: ({ path, old, new: text }) => [{ tool: "edit", input: { file_path: path, old_string: old, new_string: text } }],
      read: ({ path }) => [{ tool: "read_file", input: { absolute_path: path } }],
      fetch: ({ url }) => [{ tool: "web_fetch", input: { url } }],
      mcp: claudeTools.mcp,
    },
    session: [
      {
        session_id: "s1",
        transcript_path: "/t",
        timestamp: "1",
        permission_mode: "default",
        cwd: projectDir,
        hook_event_name: "SessionStart",
        source: "startup",
      },
    ],
  },
};
