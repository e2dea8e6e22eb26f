import { defineInstall, mcpServer } from "../../install-files/define-install.ts";
import { printShellLine } from "../../install-files/precept-command.ts";
import type { JsonEntry, ToolInstall } from "../../model/install-spec.ts";

const events = [
  "pre_user_prompt",
  "pre_read_code",
  "pre_write_code",
  "pre_run_command",
  "pre_mcp_tool_use",
  "post_write_code",
  "post_run_command",
];

export const install: ToolInstall<"windsurf"> = defineInstall({
  host: "windsurf",
  title: "Windsurf",
  source: "docs.windsurf.com/windsurf/cascade/hooks",
  signs: { project: [".windsurf", ".windsurfrules"], user: [".codeium/windsurf"] },
  hooks: ({ level, command, isWindows }) => {
    const line = printShellLine(command, ["hook", "windsurf"], { shell: isWindows ? "powershell" : "sh" });
    const value = { command: line, show_output: true };
    const entries = events.map((event): JsonEntry => ({ kind: "hook", path: ["hooks", event], value, agent: "windsurf" }));
    const path = level === "project" ? ".windsurf/hooks.json" : ".codeium/windsurf/hooks.json";
    return [{ path, content: { kind: "json", entries } }];
  },
  mcp: mcpServer({ user: ".codeium/windsurf/mcp_config.json" }),
  nextSteps: [
    {
      mcp: {
        project: "Windsurf has MCP servers of the user only. Add this one with: precept install windsurf --global --no-hooks",
      },
    },
  ],
  limits: [
    "Windsurf has no setting that closes when a hook fails: the action runs.",
    "Hooks can stop an action, but give the model no context and cannot ask.",
    "No hook sees what is fetched from the network.",
  ],
  canary: (command, cwd) => ({
    event: "pre_run_command",
    payload: {
      agent_action_name: "pre_run_command",
      trajectory_id: "precept-doctor",
      execution_id: "precept-doctor",
      timestamp: "1970-01-01T00:00:00.000Z",
      tool_info: { command_line: command, cwd },
    },
  }),
});
