import { mcpServer } from "../../install-files/claude-shape.ts";
import type { InstallSpec } from "../../model/install-spec.ts";
import { copilotHooks } from "./hook-file.ts";

export const vscode: InstallSpec = {
  title: "VS Code",
  source: "code.visualstudio.com/docs/agent-customization/hooks",
  isVerified: true,
  // It reads the files of Copilot CLI. The payload tells the two apart.
  agent: "copilot-cli",
  signs: { project: [".vscode"], user: [".vscode"] },
  hooks: (context) => [copilotHooks(context)],
  mcp: (context) => (context.level === "project" ? [mcpServer(context, ".vscode/mcp.json", ["servers"], { type: "stdio" })] : []),
  nextSteps: ({ level }) =>
    level === "project"
      ? ["Trust the workspace in VS Code, and start the MCP server from .vscode/mcp.json."]
      : [`Add the MCP server: code --add-mcp '{"name":"precept","command":"precept","args":["mcp"]}'`],
  trust: "VS Code runs hooks only in a trusted workspace.",
  limits: [
    "Only sessions of VS Code's own agent run these hooks. Sessions of Copilot, Claude and Codex in VS Code run the hooks of those hosts.",
    "VS Code has no setting that closes when a hook fails: the tool runs.",
  ],
  canary: (command, cwd) => ({
    event: "preToolUse",
    payload: {
      timestamp: "1970-01-01T00:00:00.000Z",
      cwd,
      sessionId: "precept-doctor",
      hookEventName: "PreToolUse",
      transcript_path: "",
      tool_name: "run_in_terminal",
      tool_input: { command },
      tool_use_id: "precept-doctor",
    },
  }),
};
