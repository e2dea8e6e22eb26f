import type { ToolHooks, PrintAnswer, HostSpec } from "../../model/host-spec.ts";
import { denyByExitCode, printJson, silent } from "../../hook-answers/answer.ts";
import { hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";

const source = "https://cursor.com/docs/agent/hooks";
const permissionKinds = new Set(["beforeTool", "subagentStart"]);

/**
 * Cursor's own permission answers. Nothing on standard output counts as a failed hook with `failClosed`, so that no opinion is `allow` here: Cursor's own
 * approval settings still apply to it.
 */
const print: PrintAnswer = ({ name, kind }, { verdict, reason, context }) => {
  // Entries of Claude Code's settings, which Cursor runs too: both read the exit code.
  if (/^[A-Z]/.test(name)) return verdict === "none" ? silent : denyByExitCode(reason ?? "");
  if (permissionKinds.has(kind)) {
    if (verdict === "none") return printJson({ permission: "allow" });
    return printJson({ permission: verdict, user_message: reason, agent_message: reason });
  }
  if (kind === "prompt") return printJson(verdict === "none" ? { continue: true } : { continue: false, user_message: reason });
  if (name === "stop" && verdict === "deny") return printJson({ followup_message: reason });
  const texts = [verdict === "none" ? undefined : reason, context].filter((text) => text !== undefined);
  return printJson(texts.length === 0 ? {} : { additional_context: texts.join("\n\n") }, "{}\n");
};

const cursor: HostSpec = {
  id: "cursor",
  title: "Cursor",
  tool: "cursor",
  ownDialects: ["cursor", "cursorrules", "agents"],
  source,
  recognisedBy: { value: "`cursor_version`, or `conversation_id` with `generation_id`", source, verified: true },
  isMarked: (payload) =>
    hasKeys(payload, "cursor_version") ||
    (hasKeys(payload, "conversation_id", "generation_id") && lacksKeys(payload, "agent_action_name")),
  projectVariables: {
    value: ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
    source: "hooks of others that read it",
    verified: false,
  },
  events: {
    sessionStart: { inject: true, note: "Cursor does not wait for it." },
    beforeSubmitPrompt: { deny: true, note: "It cannot add context." },
    preToolUse: { deny: true, rewrite: true, note: "`ask` is accepted and ignored." },
    beforeShellExecution: { deny: true, ask: true },
    beforeMCPExecution: { deny: true, ask: true },
    beforeReadFile: { deny: true },
    beforeTabFileRead: { deny: true },
    subagentStart: { deny: true },
    postToolUse: { inject: true },
    afterShellExecution: {},
    afterMCPExecution: {},
    afterFileEdit: {},
    afterAgentResponse: {},
    stop: { deny: true, note: "A denial is a follow-up message, at most 5 times by default." },
    preCompact: {},
    sessionEnd: {},
  },
  tools: {
    command: { value: "`Shell{command, working_directory}`; beforeShellExecution `{command, cwd}`", source, verified: true },
    write: {
      value:
        "`Write{file_path or path}`, `StrReplace{path, old_string, new_string}`, `ApplyPatch` text or `{patch}`, `Delete{path}`",
      source: "adapters of other products",
      verified: false,
    },
    read: { value: "`Read{file_path or path}`; beforeReadFile `{file_path, content}`", source, verified: true },
    mcp: { value: "`MCP:tool`; beforeMCPExecution `{tool_name, tool_input}`, the input as JSON text", source, verified: true },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "seconds" }, source: "not documented", verified: false },
  onFailure: { value: { effect: "the call runs", setting: "`failClosed: true`" }, source, verified: true },
  silence:
    '`{"permission":"allow"}` before a tool, which Cursor\'s own settings can still stop; `{"continue":true}` for a prompt; otherwise `{}`',
  trial: { notRun: "It needs an account." },
  ruleTest: { kind: "payload", payload: { hook_event_name: "sessionStart", cursor_version: "2.0", conversation_id: "c1" } },
  limits: [
    "It does not say which server an MCP tool belongs to, so that policies for the tools of one server do not apply.",
    "Open editor files do not fire the read hooks.",
    "One report says that `allow` and `ask` of hooks are ignored throughout.",
    "Cursor also runs hook entries of Claude Code, with its own payload.",
  ],
  print,
};

export const hooks: ToolHooks<"cursor"> = { cursor };
