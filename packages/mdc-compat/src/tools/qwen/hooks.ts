import { askForRule } from "../../hook-answers/rule-question.ts";
import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { claudeAnswers } from "../../hook-answers/claude-answers.ts";
import { hasClaudeShape, hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";

const source = "QwenLM/qwen-code docs/users/features/hooks.md, packages/core/src/hooks/hookRunner.ts";
const release = "@qwen-code/qwen-code 0.24.4";

const qwen: HostSpec = {
  id: "qwen",
  title: "Qwen Code",
  tool: "qwen",
  ownDialects: [],
  source,
  recognisedBy: {
    value: "`timestamp`, `transcript_path` and `permission_mode`; or `submitted_prompt`",
    source: release,
    verified: true,
  },
  isMarked: (payload) =>
    hasClaudeShape(payload) &&
    lacksKeys(payload, "cursor_version", "turn_id") &&
    (hasKeys(payload, "submitted_prompt") || hasKeys(payload, "timestamp", "transcript_path", "permission_mode")),
  projectVariables: { value: ["QWEN_PROJECT_DIR"], source: release, verified: true },
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true, note: "It fires on results of tools too, with an empty prompt." },
    PreToolUse: {
      deny: true,
      ask: true,
      rewrite: true,
      note: "`ask` denies without a terminal. Added context did not reach the model.",
    },
    PostToolUse: { deny: true, inject: true },
    SubagentStart: { inject: true },
    SubagentStop: { deny: true },
    PreCompact: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: { value: "`run_shell_command{command}`", source, verified: true },
    write: { value: "`write_file{file_path, content}`, `edit{file_path, old_string, new_string}`", source, verified: true },
    read: { value: "`read_file{file_path}`, `web_fetch{url}`", source: release, verified: true },
    mcp: { value: "`mcp__server__tool`", source, verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "milliseconds" }, source, verified: false },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: "nothing",
  trial: {
    release,
    date: "2026-11-22",
    seen: "A denied command does not run, and the model receives the reason. Rules arrive at the start of a session and after a file was read.",
  },
  ruleTest: askForRule("qwen -p"),
  limits: ["Exit 2 without a text on standard error lets the call run."],
  print: claudeAnswers(),
};

export const hooks: ToolHooks<"qwen"> = { qwen };
