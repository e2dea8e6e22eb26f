import { claudeAnswers } from "../../hook-answers/answers.ts";
import { askForRule, defineHost, trialOf, unverified } from "../../hook-answers/define-host.ts";
import { hasClaudeShape, hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "QwenLM/qwen-code docs/users/features/hooks.md, packages/core/src/hooks/hookRunner.ts";
const release = "@qwen-code/qwen-code 0.24.4";

export const hooks: ToolHooks<"qwen"> = defineHost({
  id: "qwen",
  title: "Qwen Code",
  ownDialects: [],
  source,
  recognisedBy: { value: "`timestamp`, `transcript_path` and `permission_mode`; or `submitted_prompt`", source: release },
  isMarked: (payload) =>
    hasClaudeShape(payload) &&
    lacksKeys(payload, "cursor_version", "turn_id") &&
    (hasKeys(payload, "submitted_prompt") || hasKeys(payload, "timestamp", "transcript_path", "permission_mode")),
  projectVariables: { value: ["QWEN_PROJECT_DIR"], source: release },
  events: {
    SessionStart: { inject: true, isLostOnResume: true },
    UserPromptSubmit: {
      deny: true,
      inject: true,
      reportsResults: true,
      note: "It fires on results of tools too, with an empty prompt.",
    },
    PreToolUse: {
      deny: true,
      ask: true,
      note: "`ask` denies without a terminal. Added context did not reach the model.",
    },
    PostToolUse: { inject: true, note: "The reason of `block` does not reach the model, and the result does." },
    PostToolUseFailure: { inject: true },
    SubagentStart: { note: "Added context reaches only subagents whose prompt asks for it." },
    SubagentStop: { deny: true },
    PreCompact: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: "`run_shell_command{command}`",
    write: "`write_file{file_path, content}`, `edit{file_path, old_string, new_string}`",
    read: { value: "`read_file{file_path}`, `web_fetch{url}`", source: release },
    mcp: unverified("`mcp__server__tool`"),
  },
  timeLimit: unverified({ milliseconds: 60_000, unit: "milliseconds" }),
  onFailure: { effect: "the call runs" },
  trial: trialOf(release, "at the start of a session and after a file was read, and again after a resume", [
    "ask",
    "result",
    "advice",
  ]),
  ruleTest: askForRule("qwen -p"),
  limits: ["Exit 2 without a text on standard error lets the call run."],
  print: claudeAnswers(),
});
