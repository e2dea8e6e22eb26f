import type { ToolInstall, InstallSpec, JsonEntry } from "../../model/install-spec.ts";
import { mcpServer } from "../../install-files/claude-shape.ts";
import { printShellLine } from "../../install-files/precept-command.ts";

const triggers = ["UserPromptSubmit", "PreToolUse", "PostToolUse"];

const kiro: InstallSpec = {
  title: "Kiro",
  source: "kiro.dev/docs/cli/v3/hooks; dyoshikawa/rulesync",
  isVerified: true,
  agent: "kiro",
  signs: { project: [".kiro"], user: [".kiro"] },
  hooks: ({ command }) => {
    const line = printShellLine(command, ["hook", "kiro"]);
    const entries: readonly JsonEntry[] = [
      { kind: "default", path: ["version"], value: "v1" },
      ...triggers.map((trigger): JsonEntry => ({
        kind: "hook",
        path: ["hooks"],
        agent: "kiro",
        by: "trigger",
        value: {
          name: `precept-${trigger}`,
          trigger,
          ...(trigger.endsWith("ToolUse") && { matcher: ".*" }),
          action: { type: "command", command: line },
          timeout: 30,
        },
      })),
    ];
    return [{ path: ".kiro/hooks/precept.json", content: { kind: "json", entries, isOwnFile: true } }];
  },
  mcp: (context) => [mcpServer(context, ".kiro/settings/mcp.json")],
  nextSteps: ({ level }) =>
    level === "user" ? ["Kiro is reported not to run hooks of the user before tools. Install them in each project."] : [],
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
};

export const install: ToolInstall<"kiro"> = { kiro };
