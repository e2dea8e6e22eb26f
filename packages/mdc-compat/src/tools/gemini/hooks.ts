import { askForRule } from "../../hook-answers/rule-question.ts";
import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { flatAnswers } from "../../hook-answers/flat-answers.ts";
import { hasKeys, hasValue, lacksKeys } from "../../hook-answers/payload-marks.ts";

const source = "google-gemini/gemini-cli packages/core/src/hooks, docs/hooks";
const release = "@google/gemini-cli 0.61.0";

const gemini: HostSpec = {
  id: "gemini",
  title: "Gemini CLI",
  tool: "gemini",
  ownDialects: ["gemini"],
  source,
  recognisedBy: {
    value: "its event names; otherwise `timestamp` and `transcript_path` without `permission_mode`",
    source,
    verified: true,
  },
  isMarked: (payload) =>
    hasValue(payload, "hook_event_name", "BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "PreCompress") ||
    (hasValue(payload, "hook_event_name", "SessionStart", "SessionEnd") &&
      hasKeys(payload, "timestamp", "transcript_path") &&
      lacksKeys(payload, "permission_mode")),
  projectVariables: { value: ["GEMINI_PROJECT_DIR"], source: release, verified: true },
  events: {
    SessionStart: { inject: true },
    BeforeAgent: { deny: true, inject: true },
    BeforeTool: { deny: true, ask: true, rewrite: true, note: "`ask` is in the code, and not documented." },
    AfterTool: { deny: true, inject: true },
    AfterAgent: { deny: true },
    PreCompress: {},
    SessionEnd: {},
  },
  tools: {
    command: { value: "`run_shell_command{command, dir_path}`", source, verified: true },
    write: { value: "`write_file{file_path, content}`, `replace{file_path, old_string, new_string}`", source, verified: true },
    read: { value: "`read_file{file_path}`, `read_many_files{include[]}`, `web_fetch{prompt}`", source, verified: true },
    mcp: { value: "`mcp_server_tool`", source, verified: true },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "milliseconds" }, source, verified: true },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: "nothing",
  trial: {
    release,
    date: "2026-11-22",
    seen: "A denied command does not run, and the model receives the reason. Rules arrive at the start of a session and after a file was read.",
  },
  ruleTest: askForRule("gemini -p"),
  limits: [
    "The prompt of `BeforeAgent` starts with the context that hooks added at the start of the session.",
    "In an untrusted folder, hooks of all settings are off.",
    "Exit 1, a signal and silence let the call run.",
  ],
  print: flatAnswers({ deny: "deny", context: "hookSpecificOutput" }),
};

export const hooks: ToolHooks<"gemini"> = { gemini };
