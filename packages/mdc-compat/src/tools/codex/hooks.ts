import { claudeAnswers } from "../../hook-answers/answers.ts";
import { askForRule, defineHost, trialOf } from "../../hook-answers/define-host.ts";
import { hasKeys } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "openai/codex codex-rs/hooks/src; https://developers.openai.com/codex/hooks";

export const hooks: ToolHooks<"codex"> = defineHost({
  id: "codex",
  title: "Codex",
  ownDialects: ["codex", "agents"],
  source,
  recognisedBy: {
    value: "`turn_id`; `SessionStart` has none, so that there the argument of the command counts",
    source: "@openai/codex 0.169.0",
  },
  isMarked: (payload) => hasKeys(payload, "hook_event_name", "turn_id"),
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true },
    PreToolUse: {
      deny: true,
      inject: true,
      note: "`ask` is void: the tool runs. A denial needs a reason. `updatedInput` needs `allow`.",
    },
    PostToolUse: { deny: true, inject: true, replacesResult: "reason" },
    SubagentStart: { inject: true },
    SubagentStop: {},
    PreCompact: {},
    PostCompact: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: "`Bash{command}` for all shells",
    write: "`apply_patch{command}`",
    read: "through `Bash`",
    mcp: "`mcp__server__tool`",
  },
  contextLimit: { value: 10_000, source: "codex-rs: 2,500 tokens; texts of 10,000 characters were passed whole" },
  timeLimit: { milliseconds: 600_000, unit: "seconds" },
  onFailure: { effect: "the call runs" },
  trial: trialOf(
    "@openai/codex 0.171.0",
    "at the start of a session and of a subagent, at a prompt, when a file is patched, and again after a compaction",
    ["ask", "result", "advice"],
  ),
  ruleTest: askForRule("codex exec"),
  limits: [
    "Codex reads files with commands such as `cat`, which bring no rules: the rules of a file arrive when it is patched.",
    "Hooks of a project run only after the user trusts them in `/hooks`.",
    "A denied apply_patch was reported to run on Windows, and code mode to skip hooks.",
    "Unknown fields in an answer void it.",
  ],
  print: claudeAnswers(),
});
