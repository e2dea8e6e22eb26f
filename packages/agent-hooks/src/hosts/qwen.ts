import { claudeAnswers } from "./claude-answers.ts";
import type { HostSpec } from "./host-spec.ts";
import { hasClaudeShape, hasKeys } from "./payload-marks.ts";

const source = "QwenLM/qwen-code docs/users/features/hooks.md, packages/core/src/hooks/hookRunner.ts";

export const qwen: HostSpec = {
  id: "qwen",
  title: "Qwen Code",
  tool: "qwen",
  ownDialects: [],
  source,
  recognisedBy: { value: "`submitted_prompt`; otherwise the argument of the command", source, verified: true },
  isMarked: (payload) => hasClaudeShape(payload) && hasKeys(payload, "submitted_prompt"),
  projectVariables: { value: ["QWEN_PROJECT_DIR"], source: "hooks of others that read it", verified: false },
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true, note: "It fires on results of tools too." },
    PreToolUse: { deny: true, ask: true, inject: true, rewrite: true, note: "`ask` denies without a terminal." },
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
    read: { value: "`read_file{file_path or absolute_path}`, `web_fetch{url}`", source, verified: false },
    mcp: { value: "`mcp__server__tool`", source, verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "milliseconds" }, source, verified: false },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: "nothing",
  limits: ["Exit 2 without a text on standard error lets the call run."],
  print: claudeAnswers(),
};
