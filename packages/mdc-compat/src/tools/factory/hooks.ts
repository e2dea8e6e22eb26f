import { askForRule } from "../../hook-answers/rule-question.ts";
import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { claudeAnswers } from "../../hook-answers/claude-answers.ts";
import { hasClaudeShape, hasValue } from "../../hook-answers/payload-marks.ts";

const source = "Factory-AI/factory docs/reference/hooks-reference.mdx";
const release = "@factory/cli 0.225.1";

const droid: HostSpec = {
  id: "droid",
  title: "Factory Droid",
  tool: "droid",
  ownDialects: ["agents"],
  source,
  recognisedBy: {
    value:
      "`permission_mode` of its own (`off`, `auto-high`), its tool names `Execute`, `Create` and `ApplyPatch`; otherwise the argument of the command",
    source: release,
    verified: true,
  },
  isMarked: (payload) =>
    hasClaudeShape(payload) &&
    (hasValue(payload, "tool_name", "Execute", "Create", "ApplyPatch") ||
      hasValue(payload, "permission_mode", "off", "auto-low", "auto-medium", "auto-high")),
  projectVariables: { value: ["FACTORY_PROJECT_DIR"], source: release, verified: true },
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true, note: "`droid exec` does not send it." },
    PreToolUse: { deny: true, ask: true, rewrite: true },
    PostToolUse: { deny: true, inject: true },
    SubagentStop: { deny: true },
    PreCompact: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: { value: "`Execute{command}`", source, verified: true },
    write: {
      value: "`Create{file_path, content}`, `Edit{file_path}`, `ApplyPatch` text or `{patch}`",
      source: "adapters of other products",
      verified: false,
    },
    read: { value: "`Read{file_path}`", source, verified: true },
    mcp: { value: "`mcp__server__tool`", source, verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "seconds" }, source, verified: false },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: "nothing",
  trial: {
    release,
    date: "2026-11-22",
    seen: "A denied command does not run, and the model receives the reason. Rules arrive at the start of a session and after a file was read.",
  },
  ruleTest: askForRule("droid exec"),
  limits: ["`.factory/hooks.json` has the events at its top level."],
  print: claudeAnswers(),
};

export const hooks: ToolHooks<"factory"> = { droid };
