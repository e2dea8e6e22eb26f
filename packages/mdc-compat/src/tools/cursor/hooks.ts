import { denyByExitCode, printJson, silent } from "../../hook-answers/answers.ts";
import { defineHost, undocumented, unverified } from "../../hook-answers/define-host.ts";
import { hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { PrintAnswer, ToolHooks } from "../../model/host-spec.ts";

const source = "https://cursor.com/docs/agent/hooks";
const permissionKinds = new Set(["beforeTool", "subagentStart"]);

/**
 * Cursor's own permission answers. Nothing on standard output counts as a failed hook with `failClosed`, so that no
 * opinion is `allow` here: Cursor's own approval settings still apply to it.
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

export const hooks: ToolHooks<"cursor"> = defineHost({
  id: "cursor",
  title: "Cursor",
  ownDialects: ["cursor", "cursorrules", "agents"],
  source,
  recognisedBy: "`cursor_version`, or `conversation_id` with `generation_id`",
  isMarked: (payload) =>
    hasKeys(payload, "cursor_version") ||
    (hasKeys(payload, "conversation_id", "generation_id") && lacksKeys(payload, "agent_action_name")),
  projectVariables: unverified(["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"], "hooks of others that read it"),
  events: {
    sessionStart: { inject: true, note: "Cursor does not wait for it." },
    beforeSubmitPrompt: { deny: true, note: "It cannot add context." },
    preToolUse: { deny: true, note: "`ask` is accepted and ignored." },
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
    command: "`Shell{command, working_directory}`; beforeShellExecution `{command, cwd}`",
    write: unverified(
      "`Write{file_path or path}`, `StrReplace{path, old_string, new_string}`, `ApplyPatch` text or `{patch}`, `Delete{path}`",
      "adapters of other products",
    ),
    read: "`Read{file_path or path}`; beforeReadFile `{file_path, content}`",
    mcp: "`MCP:tool`; beforeMCPExecution `{tool_name, tool_input}`, the input as JSON text",
  },
  timeLimit: undocumented({ milliseconds: 60_000, unit: "seconds" }),
  onFailure: { effect: "the call runs", setting: "`failClosed: true`" },
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
});
