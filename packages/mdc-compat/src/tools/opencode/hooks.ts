import { askForRule } from "../../hook-answers/rule-question.ts";
import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { namesEvent } from "../../hook-answers/payload-marks.ts";
import { pluginAnswers } from "../../hook-answers/plugin-answers.ts";

const source = "anomalyco/opencode packages/plugin/src/index.ts";
const release = "opencode-ai 1.18.33";

const opencode: HostSpec = {
  id: "opencode",
  title: "OpenCode",
  tool: "opencode",
  ownDialects: ["opencode", "agents"],
  source,
  recognisedBy: { value: "`hook`, which our plugin adds", source, verified: true },
  isMarked: (payload, isEvent) => namesEvent(payload, "hook", isEvent),
  projectVariables: { value: [], source: "not documented", verified: false },
  events: {
    "tool.execute.before": { deny: true, rewrite: true, note: "The plugin denies by throwing." },
    "tool.execute.after": { inject: true, note: "The plugin appends context to the output." },
    "chat.message": { deny: true, inject: true },
    "experimental.session.compacting": {},
    "session.created": {},
    "session.compacted": {},
  },
  tools: {
    command: { value: "`bash{command}`", source: release, verified: true },
    write: {
      value: "`write{filePath, content}`, `edit{filePath, oldString, newString}`, `apply_patch{patchText}`",
      source,
      verified: false,
    },
    read: { value: "`read{filePath}`, `webfetch{url}`", source: release, verified: true },
    mcp: { value: "`server_tool`", source, verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 30_000, unit: "milliseconds" }, source: "the plugin", verified: true },
  onFailure: { value: { effect: "the call is denied" }, source: "the plugin throws if `precept hook` fails", verified: true },
  silence: "`{}`",
  trial: {
    release,
    date: "2026-11-22",
    seen: "A denied command does not run, and the model receives the reason. Rules arrive at a prompt and after a file was read.",
  },
  ruleTest: askForRule("opencode run"),
  limits: [
    "`permission.ask` is documented and never fired.",
    "Tool calls of subagents were reported to bypass plugins (closed).",
  ],
  print: pluginAnswers,
};

export const hooks: ToolHooks<"opencode"> = { opencode };
