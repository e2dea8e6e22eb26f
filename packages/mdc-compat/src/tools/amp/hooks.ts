import { pluginAnswers } from "../../hook-answers/answers.ts";
import { defineHost, unverified } from "../../hook-answers/define-host.ts";
import { hasKeys, hasValue, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "https://ampcode.com/manual; adapters of other products";

export const hooks: ToolHooks<"amp"> = defineHost({
  id: "amp",
  title: "Amp",
  ownDialects: ["agents"],
  source,
  recognisedBy: unverified("the events `tool.call`, `tool.result` and `agent.start`"),
  isMarked: (payload) =>
    hasValue(payload, "event", "tool.call", "tool.result", "agent.start", "agent.end") &&
    (hasKeys(payload, "toolUseID") || hasKeys(payload, "thread") || lacksKeys(payload, "session_id")),
  events: {
    "agent.start": { inject: true, unverified: true },
    "tool.call": { deny: true, unverified: true, note: "The plugin returns `reject-and-continue`." },
    "tool.result": { unverified: true },
    "agent.end": { unverified: true },
  },
  tools: {
    command: unverified("`Bash{cmd}`, `shell_command{cmd or command}`"),
    write: unverified("`create_file{path, content}`, `edit_file{path, old_str, new_str}`, `apply_patch`, `undo_edit{path}`"),
    read: unverified("`Read{path}`"),
  },
  timeLimit: { value: { milliseconds: 30_000, unit: "milliseconds" }, source: "the plugin" },
  onFailure: { value: { effect: "the call is denied" }, source: "the plugin rejects if `precept hook` fails" },
  silence: "`{}`, for which the plugin returns `allow`",
  trial: { notRun: "It talks only to its own service, which needs an account." },
  ruleTest: { kind: "payload", payload: { event: "agent.start", thread: { id: "t1" } } },
  limits: ["Amp ignores a plugin that throws or cannot be loaded."],
  print: pluginAnswers,
});
