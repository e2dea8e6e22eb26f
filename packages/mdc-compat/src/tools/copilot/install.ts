import { defineInstall, mcpServer } from "../../install-files/define-install.ts";
import { printShellLine } from "../../install-files/precept-command.ts";
import type { HostFile, InstallContext, JsonEntry, ToolInstall } from "../../model/install-spec.ts";

const events = ["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "agentStop", "preCompact"];

/** The hook file of both Copilot CLI and VS Code: each of them runs all files in the directory. */
function hooks({ level, command }: InstallContext): readonly HostFile[] {
  const args = ["hook", "copilot-cli"];
  const value = {
    type: "command",
    bash: printShellLine(command, args),
    powershell: printShellLine(command, args, { shell: "powershell" }),
    timeoutSec: 30,
  };
  const entries = events.map((event): JsonEntry => ({ kind: "hook", path: ["hooks", event], value, agent: "copilot-cli" }));
  return [
    {
      path: level === "project" ? ".github/hooks/precept.json" : ".copilot/hooks/precept.json",
      content: { kind: "json", entries: [{ kind: "default", path: ["version"], value: 1 }, ...entries], isOwnFile: true },
    },
  ];
}

const copilotCli = defineInstall({
  host: "copilot-cli",
  title: "GitHub Copilot CLI",
  source: "docs.github.com/copilot/reference/hooks-reference; changelog of github/copilot-cli",
  signs: { project: [".github/hooks", ".github/copilot-instructions.md"], user: [".copilot"] },
  hooks,
  mcp: mcpServer({ user: ".copilot/mcp-config.json", more: { type: "local", tools: ["*"] } }),
  nextSteps: [
    { project: "Start Copilot CLI in the project and trust the folder." },
    {
      project:
        "Copilot's cloud agent reads the hooks from the default branch, and MCP servers from the settings of the repository.",
    },
    { mcp: { project: "Add the MCP server for Copilot CLI with: precept install copilot-cli --global --no-hooks" } },
  ],
  trust: "Copilot CLI runs hooks of a repository only in a trusted folder.",
  limits: [
    "A hook that exceeds its time limit lets the tool run in version 1.0.67 and newer. Other failures deny in version 1.0.57 and newer.",
    "Parallel tool calls wait for each other's hooks, and may exceed the limit (reported).",
  ],
  canary: (command, cwd) => ({
    event: "preToolUse",
    payload: { sessionId: "precept-doctor", timestamp: 0, cwd, toolName: "bash", toolArgs: JSON.stringify({ command }) },
  }),
});

const vscode = defineInstall({
  host: "vscode",
  // It reads the files of Copilot CLI. The payload tells the two apart.
  agent: "copilot-cli",
  title: "VS Code",
  source: "code.visualstudio.com/docs/agent-customization/hooks",
  signs: { project: [".vscode"], user: [".vscode"] },
  hooks,
  mcp: mcpServer({ project: ".vscode/mcp.json", parent: ["servers"], more: { type: "stdio" } }),
  nextSteps: [
    { project: "Trust the workspace in VS Code." },
    {
      mcp: {
        project: "Start the MCP server from .vscode/mcp.json in VS Code.",
        user: `Add the MCP server: code --add-mcp '{"name":"precept","command":"precept","args":["mcp"]}'`,
      },
    },
  ],
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
});

export const install: ToolInstall<"copilot"> = { ...copilotCli, ...vscode };
