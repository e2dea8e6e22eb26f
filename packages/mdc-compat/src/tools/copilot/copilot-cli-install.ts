import { mcpServer } from "../../install-files/claude-shape.ts";
import type { InstallSpec } from "../../model/install-spec.ts";
import { copilotHooks } from "./hook-file.ts";

export const copilotCli: InstallSpec = {
  title: "GitHub Copilot CLI",
  source: "docs.github.com/copilot/reference/hooks-reference; changelog of github/copilot-cli",
  isVerified: true,
  agent: "copilot-cli",
  signs: { project: [".github/hooks", ".github/copilot-instructions.md"], user: [".copilot"] },
  hooks: (context) => [copilotHooks(context)],
  mcp: (context) =>
    context.level === "user"
      ? [mcpServer(context, ".copilot/mcp-config.json", ["mcpServers"], { type: "local", tools: ["*"] })]
      : [],
  nextSteps: ({ level }) =>
    level === "project"
      ? [
          "Start Copilot CLI in the project and trust the folder.",
          "Copilot's cloud agent reads the hooks from the default branch, and MCP servers from the settings of the repository.",
          "Add the MCP server for Copilot CLI with: precept install copilot-cli --global --no-hooks",
        ]
      : [],
  trust: "Copilot CLI runs hooks of a repository only in a trusted folder.",
  limits: [
    "A hook that exceeds its time limit lets the tool run in version 1.0.67 and newer. Other failures deny in version 1.0.57 and newer.",
    "Parallel tool calls wait for each other's hooks, and may exceed the limit (reported).",
  ],
  canary: (command, cwd) => ({
    event: "preToolUse",
    payload: { sessionId: "precept-doctor", timestamp: 0, cwd, toolName: "bash", toolArgs: JSON.stringify({ command }) },
  }),
};
