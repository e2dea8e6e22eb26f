import { claudeAnswers } from "../../hook-answers/answers.ts";
import { askForRule, defineHost, trialOf } from "../../hook-answers/define-host.ts";
import { hasClaudeShape, hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "https://code.claude.com/docs/en/hooks";

export const hooks: ToolHooks<"claude"> = defineHost({
  id: "claude-code",
  title: "Claude Code",
  tool: "claude",
  ownDialects: ["claude"],
  source,
  recognisedBy: "`hook_event_name` in PascalCase with `prompt_id` or `effort`; otherwise the default of this shape",
  isMarked: (payload) =>
    hasClaudeShape(payload) &&
    lacksKeys(payload, "cursor_version", "turn_id", "timestamp") &&
    (hasKeys(payload, "prompt_id") || hasKeys(payload, "effort")),
  isAssumed: (payload) => typeof payload["hook_event_name"] === "string",
  projectVariables: ["CLAUDE_PROJECT_DIR"],
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true },
    PreToolUse: { deny: true, ask: true, inject: true, isLostOnResume: true, replacesCall: true, rereads: true },
    PostToolUse: { deny: true, inject: true, replacesResult: "shape", note: "The tool has run: a denial replaces its result." },
    PostToolUseFailure: { inject: true },
    SubagentStart: { inject: true },
    Stop: { deny: true, inject: true, note: "A denial makes the agent continue, at most 8 times in a row." },
    SubagentStop: { deny: true, inject: true },
    PreCompact: { deny: true, note: "Precept never denies it." },
    PostCompact: {},
    SessionEnd: {},
  },
  tools: {
    command: "`Bash{command}`, `PowerShell{command}`",
    write: "`Write{file_path, content}`, `Edit{file_path, old_string, new_string}`, `NotebookEdit{notebook_path, new_source}`",
    read: "`Read{file_path}`, `WebFetch{url}`",
    mcp: "`mcp__server__tool`",
  },
  contextLimit: 10_000,
  timeLimit: { milliseconds: 600_000, unit: "seconds" },
  onFailure: {
    value: { effect: "the call runs", setting: '`onFailure: "block"` (since 2.1.295)' },
    source: "npm @anthropic-ai/claude-agent-sdk@0.3.329 sdk.d.ts",
  },
  trial: trialOf(
    "@anthropic-ai/claude-code 2.1.330",
    "at the start of a session and of a subagent, before a file is read, and again after a resume and a compaction",
    ["ask", "replaceCall", "result", "advice"],
  ),
  ruleTest: askForRule("claude -p"),
  limits: [
    "It reads the `.claude` directory of the directory in which it is started, not of its parents: there, hooks of the project do not run.",
    "`@file` references and typed `/skill` commands do not fire PreToolUse.",
    "A command that is missing or not executable lets the tool run.",
  ],
  print: claudeAnswers(),
});
