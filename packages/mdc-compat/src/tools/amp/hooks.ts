import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { hasKeys, hasValue, lacksKeys } from "../../hook-answers/payload-marks.ts";
import { pluginAnswers } from "../../hook-answers/plugin-answers.ts";

const source = "https://ampcode.com/manual; adapters of other products";

const amp: HostSpec = {
  id: "amp",
  title: "Amp",
  tool: "amp",
  ownDialects: ["agents"],
  source,
  recognisedBy: { value: "the events `tool.call`, `tool.result` and `agent.start`", source, verified: false },
  isMarked: (payload) =>
    hasValue(payload, "event", "tool.call", "tool.result", "agent.start", "agent.end") &&
    (hasKeys(payload, "toolUseID") || hasKeys(payload, "thread") || lacksKeys(payload, "session_id")),
  projectVariables: { value: [], source: "not documented", verified: false },
  events: {
    "agent.start": { inject: true, unverified: true },
    "tool.call": { deny: true, rewrite: true, unverified: true, note: "The plugin returns `reject-and-continue`." },
    "tool.result": { unverified: true },
    "agent.end": { unverified: true },
  },
  tools: {
    command: { value: "`Bash{cmd}`, `shell_command{cmd or command}`", source, verified: false },
    write: {
      value: "`create_file{path, content}`, `edit_file{path, old_str, new_str}`, `apply_patch`, `undo_edit{path}`",
      source,
      verified: false,
    },
    read: { value: "`Read{path}`", source, verified: false },
    mcp: { value: "not documented", source: "not documented", verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 30_000, unit: "milliseconds" }, source: "the plugin", verified: true },
  onFailure: { value: { effect: "the call is denied" }, source: "the plugin rejects if `precept hook` fails", verified: true },
  silence: "`{}`, for which the plugin returns `allow`",
  trial: { notRun: "It talks only to its own service, which needs an account." },
  ruleTest: { kind: "payload", payload: { event: "agent.start", thread: { id: "t1" } } },
  limits: ["Amp ignores a plugin that throws or cannot be loaded."],
  print: pluginAnswers,
};

export const hooks: ToolHooks<"amp"> = { amp };
