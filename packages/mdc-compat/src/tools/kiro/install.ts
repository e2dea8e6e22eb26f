import { defineInstall, mcpServer } from "../../install-files/define-install.ts";
import { printShellLine } from "../../install-files/precept-command.ts";
import type { JsonEntry, ToolInstall } from "../../model/install-spec.ts";

const triggers = ["UserPromptSubmit", "PreToolUse", "PostToolUse"];

export const install: ToolInstall<"kiro"> = defineInstall({
  host: "kiro",
  title: "Kiro",
  source: "kiro.dev/docs/cli/v3/hooks; dyoshikawa/rulesync",
  signs: { project: [".kiro"], user: [".kiro"] },
  hooks: ({ command }) => {
    const action = { type: "command", command: printShellLine(command, ["hook", "kiro"]) };
    const entries = triggers.map((trigger): JsonEntry => {
      const matcher = trigger.endsWith("ToolUse") ? { matcher: ".*" } : {};
      const value = { name: `precept-${trigger}`, trigger, ...matcher, action, timeout: 30 };
      return { kind: "hook", path: ["hooks"], agent: "kiro", by: "trigger", value };
    });
    const version: JsonEntry = { kind: "default", path: ["version"], value: "v1" };
    return [{ path: ".kiro/hooks/precept.json", content: { kind: "json", entries: [version, ...entries], isOwnFile: true } }];
  },
  mcp: mcpServer(".kiro/settings/mcp.json"),
  nextSteps: [{ user: "Kiro is reported not to run hooks of the user before tools. Install them in each project." }],
  limits: [
    "Whether Kiro closes when a hook fails is not documented.",
    "A prompt cannot be stopped (reported).",
    "Kiro before 1.0.116 sends no arguments of tools, which the hook denies.",
  ],
  canary: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      hook_event_name: "preToolUse",
      cwd,
      session_id: "precept-doctor",
      tool_name: "execute_bash",
      tool_input: { command },
    },
  }),
});
