import { claudeHooks, defineInstall, mcpServer } from "../../install-files/define-install.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"openhands"> = defineInstall({
  host: "openhands",
  title: "OpenHands",
  source: "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/hooks/executor.py",
  isVerified: false,
  signs: { project: [".openhands"], user: [".openhands"] },
  hooks: claudeHooks({ path: ".openhands/hooks.json", matcher: "*" }),
  mcp: mcpServer({ user: ".openhands/mcp.json" }),
  nextSteps: [
    {
      mcp: {
        project: "OpenHands has MCP servers of the user only. Add this one with: precept install openhands --global --no-hooks",
      },
    },
  ],
  limits: [
    "OpenHands has no setting that closes when a hook fails: the tool runs.",
    "OpenHands has no `ask`: the hook denies instead.",
  ],
  canary: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      event_type: "PreToolUse",
      session_id: "precept-doctor",
      working_dir: cwd,
      tool_name: "terminal",
      tool_input: { command },
    },
  }),
});
