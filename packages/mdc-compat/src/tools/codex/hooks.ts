import { askForRule } from "../../hook-answers/rule-question.ts";
import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { claudeAnswers } from "../../hook-answers/claude-answers.ts";
import { hasKeys } from "../../hook-answers/payload-marks.ts";

const source = "openai/codex codex-rs/hooks/src; https://developers.openai.com/codex/hooks";

const codex: HostSpec = {
  id: "codex",
  title: "Codex",
  tool: "codex",
  ownDialects: ["codex", "agents"],
  source,
  recognisedBy: {
    value: "`turn_id`; `SessionStart` has none, so that there the argument of the command counts",
    source: "@openai/codex 0.169.0",
    verified: true,
  },
  isMarked: (payload) => hasKeys(payload, "hook_event_name", "turn_id"),
  projectVariables: { value: [], source: "not documented", verified: false },
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true },
    PreToolUse: { deny: true, inject: true, rewrite: true, note: "`ask` is void: the tool runs. A denial needs a reason." },
    PostToolUse: { deny: true, inject: true },
    SubagentStart: { inject: true },
    SubagentStop: {},
    PreCompact: {},
    PostCompact: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: { value: "`Bash{command}` for all shells", source, verified: true },
    write: { value: "`apply_patch{command}`", source, verified: true },
    read: { value: "through `Bash`", source, verified: true },
    mcp: { value: "`mcp__server__tool`", source, verified: true },
  },
  contextLimit: { value: 10_000, source: "codex-rs: 2,500 tokens; texts of 10,000 characters were passed whole", verified: true },
  timeLimit: { value: { milliseconds: 600_000, unit: "seconds" }, source, verified: true },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: "nothing",
  trial: {
    release: "@openai/codex 0.169.0",
    date: "2026-11-22",
    seen: "A denied command does not run, and the model receives the reason. Rules arrive at the start of a session.",
  },
  ruleTest: askForRule("codex exec"),
  limits: [
    "Codex reads files with commands such as `cat`, which bring no rules: the rules of a file arrive when it is patched.",
    "Hooks of a project run only after the user trusts them in `/hooks`.",
    "A denied apply_patch was reported to run on Windows, and code mode to skip hooks.",
    "Unknown fields in an answer void it.",
  ],
  print: claudeAnswers(),
};

export const hooks: ToolHooks<"codex"> = { codex };
