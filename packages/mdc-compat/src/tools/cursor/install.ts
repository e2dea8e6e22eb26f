import { defineInstall, mcpServer } from "../../install-files/define-install.ts";
import { printShellLine } from "../../install-files/precept-command.ts";
import type { JsonEntry, ToolInstall } from "../../model/install-spec.ts";

/** The events, and whether the hook may stop what they are about. */
const events = {
  sessionStart: false,
  preToolUse: true,
  beforeShellExecution: true,
  beforeMCPExecution: true,
  beforeReadFile: true,
  beforeSubmitPrompt: true,
  postToolUse: false,
} as const;

export const install: ToolInstall<"cursor"> = defineInstall({
  host: "cursor",
  title: "Cursor",
  source: "cursor.com/docs/hooks; cupcake.eqtylab.io/reference/harnesses/cursor",
  signs: { project: [".cursor", ".cursorrules"], user: [".cursor"] },
  hooks: ({ command, isWindows }) => {
    const line = printShellLine(command, ["hook", "cursor"], { shell: isWindows ? "powershell" : "sh" });
    const entries = Object.entries(events).map(([event, canStop]): JsonEntry => ({
      kind: "hook",
      path: ["hooks", event],
      value: { command: line, timeout: 30, ...(canStop && { failClosed: true }) },
      agent: "cursor",
    }));
    const version: JsonEntry = { kind: "default", path: ["version"], value: 1 };
    return [{ path: ".cursor/hooks.json", content: { kind: "json", entries: [version, ...entries] } }];
  },
  mcp: mcpServer(".cursor/mcp.json"),
  nextSteps: [
    { project: "Trust the workspace in Cursor: it runs no project hooks otherwise." },
    { mcp: "Turn the MCP server on in Cursor's settings." },
  ],
  trust: "Cursor runs hooks of a project only in a trusted workspace.",
  limits: [
    "Prompts cannot get context from a hook; rules arrive at session start and after tools.",
    "Files that are open in the editor reach the model without a hook.",
    "`ask` works for shell and MCP calls only; elsewhere the hook denies instead.",
  ],
  canary: (command, cwd) => ({
    event: "beforeShellExecution",
    payload: {
      conversation_id: "precept-doctor",
      generation_id: "precept-doctor",
      hook_event_name: "beforeShellExecution",
      cursor_version: "0.0.0",
      workspace_roots: [cwd],
      command,
      cwd,
    },
  }),
});
