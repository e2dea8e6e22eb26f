import type { ToolInstall, HostFile, InstallSpec } from "../../model/install-spec.ts";
import { textMark } from "../../install-files/text-mark.ts";
import { printShellLine } from "../../install-files/precept-command.ts";

const events = ["TaskStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"];

const cline: InstallSpec = {
  title: "Cline",
  source: "cline/cline sdk/packages/core/src/hooks/hook-file-hooks.ts",
  isVerified: true,
  agent: "cline",
  signs: { project: [".clinerules", ".cline"], user: ["Documents/Cline", ".cline"] },
  hooks: ({ level, command, isWindows }) => {
    const dir = level === "project" ? ".clinerules/hooks" : "Documents/Cline/Hooks";
    return events.map((event): HostFile => {
      if (isWindows) {
        const line = printShellLine(command, ["hook", "cline"], { shell: "powershell" });
        const text = `# ${textMark}\n$input | ${line}\nexit $LASTEXITCODE\n`;
        return { path: `${dir}/${event}.ps1`, content: { kind: "text", text } };
      }
      const text = `#!/bin/sh\n# ${textMark}\nexec ${printShellLine(command, ["hook", "cline"])}\n`;
      return { path: `${dir}/${event}`, content: { kind: "text", text, isExecutable: true } };
    });
  },
  mcp: () => [],
  nextSteps: () => [
    "Turn hooks on in Cline's settings.",
    "Add the MCP server in Cline under MCP Servers: command `precept`, argument `mcp`.",
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
};

export const install: ToolInstall<"cline"> = { cline };
