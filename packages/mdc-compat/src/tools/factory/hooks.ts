import { claudeAnswers } from "../../hook-answers/answers.ts";
import { askForRule, defineHost, trialOf, unverified } from "../../hook-answers/define-host.ts";
import { hasClaudeShape, hasValue } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "Factory-AI/factory docs/reference/hooks-reference.mdx";
const release = "@factory/cli 0.225.1";

export const hooks: ToolHooks<"factory"> = defineHost({
  id: "droid",
  title: "Factory Droid",
  ownDialects: ["agents"],
  source,
  recognisedBy: {
    value:
      "`permission_mode` of its own (`off`, `auto-high`), its tool names `Execute`, `Create` and `ApplyPatch`; otherwise the argument of the command",
    source: release,
  },
  isMarked: (payload) =>
    hasClaudeShape(payload) &&
    (hasValue(payload, "tool_name", "Execute", "Create", "ApplyPatch") ||
      hasValue(payload, "permission_mode", "off", "auto-low", "auto-medium", "auto-high")),
  projectVariables: { value: ["FACTORY_PROJECT_DIR"], source: release },
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, inject: true, note: "`droid exec` does not send it." },
    PreToolUse: { deny: true, ask: true },
    PostToolUse: { deny: true, inject: true },
    SubagentStop: { deny: true },
    PreCompact: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: "`Execute{command}`",
    write: unverified(
      "`Create{file_path, content}`, `Edit{file_path}`, `ApplyPatch` text or `{patch}`",
      "adapters of other products",
    ),
    read: "`Read{file_path}`",
    mcp: unverified("`mcp__server__tool`"),
  },
  timeLimit: unverified({ milliseconds: 60_000, unit: "seconds" }),
  onFailure: { effect: "the call runs" },
  trial: trialOf(release, "at the start of a session and after a file was read", [], "2026-11-22"),
  ruleTest: askForRule("droid exec"),
  limits: ["`.factory/hooks.json` has the events at its top level."],
  print: claudeAnswers(),
});
