import { claudeAnswers } from "./claude-answers.ts";
import type { HostSpec } from "./host-spec.ts";
import { hasClaudeShape, hasValue } from "./payload-marks.ts";

const source = "Factory-AI/factory docs/reference/hooks-reference.mdx";

export const droid: HostSpec = {
  id: "droid",
  title: "Factory Droid",
  tool: "droid",
  ownDialects: ["agents"],
  source,
  recognisedBy: {
    value: "its tool names `Execute`, `Create` and `ApplyPatch`; otherwise the argument of the command",
    source,
    verified: true,
  },
  isMarked: (payload) => hasClaudeShape(payload) && hasValue(payload, "tool_name", "Execute", "Create", "ApplyPatch"),
  projectVariables: { value: ["FACTORY_PROJECT_DIR"], source: "hooks of others that read it", verified: false },
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true },
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
  trial: { notRun: "It needs an account." },
  limits: ["`.factory/hooks.json` has the events at its top level."],
  print: claudeAnswers(),
};
