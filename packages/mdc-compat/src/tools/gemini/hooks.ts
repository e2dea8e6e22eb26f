import { flatAnswers } from "../../hook-answers/answers.ts";
import { askForRule, defineHost, trialOf } from "../../hook-answers/define-host.ts";
import { hasKeys, hasValue, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "google-gemini/gemini-cli packages/core/src/hooks, docs/hooks";
const release = "@google/gemini-cli 0.61.0";

export const hooks: ToolHooks<"gemini"> = defineHost({
  id: "gemini",
  title: "Gemini CLI",
  ownDialects: ["gemini"],
  source,
  recognisedBy: "its event names; otherwise `timestamp` and `transcript_path` without `permission_mode`",
  isMarked: (payload) =>
    hasValue(payload, "hook_event_name", "BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "PreCompress") ||
    (hasValue(payload, "hook_event_name", "SessionStart", "SessionEnd") &&
      hasKeys(payload, "timestamp", "transcript_path") &&
      lacksKeys(payload, "permission_mode")),
  projectVariables: { value: ["GEMINI_PROJECT_DIR"], source: release },
  events: {
    SessionStart: { inject: true, isLostOnResume: true },
    BeforeAgent: { deny: true, inject: true, isLostOnResume: true },
    BeforeTool: {
      deny: true,
      ask: true,
      waitsForAnswer: true,
      replacesCall: true,
      note: "`ask` is in the code, and not documented. With `-p`, it waits without end: in CI, Precept denies instead.",
    },
    AfterTool: { deny: true, inject: true, replacesResult: "reason" },
    AfterAgent: { deny: true },
    PreCompress: {},
    SessionEnd: {},
  },
  tools: {
    command: "`run_shell_command{command, dir_path}`",
    write: "`write_file{file_path, content}`, `replace{file_path, old_string, new_string}`",
    read: "`read_file{file_path}`, `read_many_files{include[]}`, `web_fetch{prompt}`",
    mcp: "`mcp_server_tool`",
  },
  timeLimit: { milliseconds: 60_000, unit: "milliseconds" },
  onFailure: { effect: "the call runs" },
  trial: trialOf(release, "at the start of a session and after a file was read, and again after a resume", [
    "ask",
    "replaceCall",
    "result",
    "advice",
  ]),
  ruleTest: askForRule("gemini -p"),
  limits: [
    "The prompt of `BeforeAgent` starts with the context that hooks added at the start of the session.",
    "In an untrusted folder, hooks of all settings are off.",
    "Exit 1, a signal and silence let the call run.",
    "It calls `PreCompress` before each request, whether or not it compresses the conversation, and nothing afterwards. So it cannot be known when the rules that came with files are removed. Rules with `remind` are given again.",
    "Its subagents' tool calls look like the main agent's, so that a subagent gets only the rules that the main agent does not have.",
  ],
  print: flatAnswers({ deny: "deny", context: "hookSpecificOutput" }),
});
