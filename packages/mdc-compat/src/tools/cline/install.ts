import { defineInstall, hookScript } from "../../install-files/define-install.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"cline"> = defineInstall({
  host: "cline",
  title: "Cline",
  source: "cline/cline sdk/packages/core/src/hooks/hook-file-hooks.ts",
  signs: { project: [".clinerules", ".cline"], user: ["Documents/Cline", ".cline"] },
  hooks: (context) => {
    const dir = context.level === "project" ? ".clinerules/hooks" : "Documents/Cline/Hooks";
    const events = ["TaskStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"];
    return events.map((event) => hookScript(context, `${dir}/${event}`));
  },
  nextSteps: [
    "Turn hooks on in Cline's settings.",
    { mcp: "Add the MCP server in Cline under MCP Servers: command `precept`, argument `mcp`." },
  ],
  limits: [
    "Cline runs one file for each event. If another program has that file, the install leaves it: call `precept hook cline` from it.",
    "Cline has no setting that closes when a hook fails: the tool runs.",
  ],
  canary: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      hookName: "PreToolUse",
      taskId: "precept-doctor",
      workspaceRoots: [cwd],
      preToolUse: { toolName: "execute_command", parameters: { command } },
    },
  }),
});
