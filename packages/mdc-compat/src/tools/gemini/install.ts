import { claudeHooks, defineInstall, mcpServer } from "../../install-files/define-install.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"gemini"> = defineInstall({
  host: "gemini",
  title: "Gemini CLI",
  source: "google-gemini/gemini-cli docs/hooks, packages/core/src/hooks/hookRegistry.ts",
  projectVariable: "GEMINI_PROJECT_DIR",
  signs: { project: [".gemini", "GEMINI.md"], user: [".gemini"] },
  hooks: claudeHooks({
    path: ".gemini/settings.json",
    events: ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent"],
    matcher: ".*",
    timeout: 30_000,
    handler: { name: "precept" },
  }),
  mcp: mcpServer(".gemini/settings.json"),
  nextSteps: ["Trust the folder in Gemini CLI: in other folders it runs no hooks, not even those of the user."],
  trust: "Gemini CLI runs hooks only in a trusted folder.",
  refusedJson: { extras: ["a comma before a closing bracket", "a byte order mark"], effect: "then Gemini CLI does not start" },
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
});
