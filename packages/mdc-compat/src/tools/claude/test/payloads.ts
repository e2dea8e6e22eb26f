import { claudeTools } from "@precept/agent-actions";
import { claudeEnvelope, projectDir, type ToolPayloads } from "../../../../test/payloads.ts";

export const payloads: ToolPayloads<"claude"> = {
  "claude-code": {
    envelope: claudeEnvelope({ prompt_id: "p1", permission_mode: "default" }),
    tools: claudeTools,
    session: [
      { session_id: "s1", cwd: projectDir, hook_event_name: "SessionStart", source: "startup" },
      { session_id: "s1", cwd: projectDir, hook_event_name: "SessionStart", source: "compact" },
      {
        session_id: "s1",
        prompt_id: "p",
        cwd: projectDir,
        hook_event_name: "SubagentStart",
        agent_id: "a1",
        agent_type: "Explore",
      },
      { session_id: "s1", prompt_id: "p", cwd: projectDir, hook_event_name: "Notification", message: "Waiting" },
    ],
  },
};
