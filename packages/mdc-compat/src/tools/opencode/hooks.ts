import { pluginAnswers } from "../../hook-answers/answers.ts";
import { askForRule, defineHost, trialOf, unverified } from "../../hook-answers/define-host.ts";
import { namesEvent } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "anomalyco/opencode packages/plugin/src/index.ts";
const release = "opencode-ai 1.18.33";

export const hooks: ToolHooks<"opencode"> = defineHost({
  id: "opencode",
  title: "OpenCode",
  ownDialects: ["opencode", "agents"],
  source,
  recognisedBy: "`hook`, which our plugin adds",
  isMarked: (payload, isEvent) => namesEvent(payload, "hook", isEvent),
  events: {
    "tool.execute.before": { deny: true, replacesCall: true, note: "The plugin denies by throwing." },
    "tool.execute.after": {
      deny: true,
      inject: true,
      replacesResult: "reason",
      note: "The plugin replaces the output, or appends context to it.",
    },
    "chat.message": { deny: true, inject: true },
    "experimental.session.compacting": {},
    "session.created": {},
    "session.compacted": {},
  },
  tools: {
    command: { value: "`bash{command}`", source: release },
    write: unverified("`write{filePath, content}`, `edit{filePath, oldString, newString}`, `apply_patch{patchText}`"),
    read: { value: "`read{filePath}`, `webfetch{url}`", source: release },
    mcp: unverified("`server_tool`"),
  },
  timeLimit: { value: { milliseconds: 30_000, unit: "milliseconds" }, source: "the plugin" },
  onFailure: { value: { effect: "the call is denied" }, source: "the plugin throws if `precept hook` fails" },
  silence: "`{}`",
  trial: trialOf(release, "at a prompt, after a file was read and in subagents, and again at the first tool after a compaction", [
    "ask",
    "replaceCall",
    "result",
    "advice",
  ]),
  ruleTest: askForRule("opencode run"),
  limits: [
    "`permission.ask` is documented and never fired.",
    "A subagent has a separate session. The plugin learns at its creation which session it works for, and forgets it when OpenCode ends.",
  ],
  print: pluginAnswers,
});
