import type { ToolInstall, InstallSpec, JsonEntry } from "../../model/install-spec.ts";
import { mcpServer } from "../../install-files/claude-shape.ts";
import { printShellLine } from "../../install-files/precept-command.ts";

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

const cursor: InstallSpec = {
  title: "Cursor",
  source: "cursor.com/docs/hooks; cupcake.eqtylab.io/reference/harnesses/cursor",
  isVerified: true,
  agent: "cursor",
  signs: { project: [".cursor", ".cursorrules"], user: [".cursor"] },
  hooks: ({ command, isWindows }) => {
    const line = printShellLine(command, ["hook", "cursor"], { shell: isWindows ? "powershell" : "sh" });
    const entries = Object.entries(events).map(([event, canStop]): JsonEntry => ({
      kind: "hook",
      path: ["hooks", event],
      value: { command: line, timeout: 30, ...(canStop && { failClosed: true }) },
      agent: "cursor",
    }));
    return [
      {
        path: ".cursor/hooks.json",
        content: { kind: "json", entries: [{ kind: "default", path: ["version"], value: 1 }, ...entries] },
      },
    ];
  },
  mcp: (context) => [mcpServer(context, ".cursor/mcp.json")],
  nextSteps: ({ level }) => [
    ...(level === "project" ? ["Trust the workspace in Cursor: it runs no project hooks otherwise."] : []),
    "Turn the MCP server on in Cursor's settings.",
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
};

export const install: ToolInstall<"cursor"> = { cursor };
