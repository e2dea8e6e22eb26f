import type { ToolInstall, InstallSpec } from "../../model/install-spec.ts";
import { claudeHooks, mcpServer } from "../../install-files/claude-shape.ts";

const projectVariable = "GEMINI_PROJECT_DIR";

const gemini: InstallSpec = {
  title: "Gemini CLI",
  source: "google-gemini/gemini-cli docs/hooks, packages/core/src/hooks/hookRegistry.ts",
  isVerified: true,
  agent: "gemini",
  projectVariable,
  signs: { project: [".gemini", "GEMINI.md"], user: [".gemini"] },
  hooks: (context) => [
    claudeHooks(context, {
      agent: "gemini",
      path: ".gemini/settings.json",
      events: ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool"],
      matchers: { BeforeTool: ".*", AfterTool: ".*" },
      timeout: 30_000,
      handler: { name: "precept" },
      ...(context.level === "project" && { projectVariable }),
    }),
  ],
  mcp: (context) => [mcpServer(context, ".gemini/settings.json")],
  nextSteps: () => ["Trust the folder in Gemini CLI: in other folders it runs no hooks, not even those of the user."],
  trust: "Gemini CLI runs hooks only in a trusted folder.",
  limits: [
    "A hook that exceeds its time limit, is killed or exits with code 1 lets the tool run. Gemini CLI has no setting that closes.",
  ],
  canary: (command, cwd) => ({
    event: "BeforeTool",
    payload: {
      session_id: "precept-doctor",
      transcript_path: "",
      cwd,
      hook_event_name: "BeforeTool",
      timestamp: "1970-01-01T00:00:00.000Z",
      tool_name: "run_shell_command",
      tool_input: { command },
    },
  }),
};

export const install: ToolInstall<"gemini"> = { gemini };
