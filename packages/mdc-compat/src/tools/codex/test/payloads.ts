import { claudeTools } from "@precept/agent-actions";
import {
  claudeEnvelope,
  noTools,
  printAddPatch,
  printUpdatePatch,
  projectDir,
  type ToolPayloads,
} from "../../../../test/payloads.ts";

export const payloads: ToolPayloads<"codex"> = {
  codex: {
    envelope: claudeEnvelope({ turn_id: "u1", model: "m", permission_mode: "default" }),
    tools: {
      command: claudeTools.command,
      write: ({ path, content }) => [{ tool: "apply_patch", input: { command: printAddPatch(path, content) } }],
      edit: ({ path, old, new: text }) => [{ tool: "apply_patch", input: { command: printUpdatePatch(path, old, text) } }],
      read: noTools,
      fetch: noTools,
      mcp: claudeTools.mcp,
    },
    session: [{ session_id: "s1", cwd: projectDir, hook_event_name: "SessionStart", source: "startup" }],
  },
};
