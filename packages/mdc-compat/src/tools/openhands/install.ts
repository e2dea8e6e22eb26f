import type { ToolInstall, InstallSpec } from "../../model/install-spec.ts";
import { claudeHooks, mcpServer } from "../../install-files/claude-shape.ts";

const openhands: InstallSpec = {
  title: "OpenHands",
  source: "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/hooks/executor.py",
  isVerified: false,
  agent: "openhands",
  signs: { project: [".openhands"], user: [".openhands"] },
  hooks: (context) => [
    claudeHooks(context, {
      agent: "openhands",
      path: ".openhands/hooks.json",
      events: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"],
      matchers: { PreToolUse: "*", PostToolUse: "*" },
      timeout: 30,
    }),
  ],
  mcp: (context) => (context.level === "user" ? [mcpServer(context, ".openhands/mcp.json")] : []),
  nextSteps: ({ level }) =>
    level === "project"
      ? ["OpenHands has MCP servers of the user only. Add this one with: precept install openhands --global --no-hooks"]
      : [],
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
};

export const install: ToolInstall<"openhands"> = { openhands };
