import { flatAnswers } from "../../hook-answers/answers.ts";
import { defineHost } from "../../hook-answers/define-host.ts";
import { hasKeys, lacksKeys, namesEvent } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "block/goose crates/goose/src/hooks/mod.rs";

export const hooks: ToolHooks<"goose"> = defineHost({
  id: "goose",
  title: "Goose",
  ownDialects: ["agents"],
  source,
  recognisedBy: "`event` with `session_id`",
  isMarked: (payload, isEvent) =>
    namesEvent(payload, "event", isEvent) && hasKeys(payload, "session_id") && lacksKeys(payload, "thread", "toolUseID"),
  events: {
    SessionStart: {},
    UserPromptSubmit: {},
    PreToolUse: { deny: true },
    PostToolUse: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: "`developer__shell{command}`",
    write: "`developer__write{path, content}`, `developer__edit{path, before, after}`",
    read: "through the shell; `read_image{source}`",
    mcp: "`extension__tool`",
  },
  contextLimit: { value: 10_000, source: "it takes no context" },
  timeLimit: { milliseconds: 30_000, unit: "seconds" },
  onFailure: { effect: "the call runs", setting: '`on_failure: "block"`' },
  trial: { notRun: "No package of it was available." },
  ruleTest: { kind: "export", tool: "agents", file: "AGENTS.md" },
  limits: [
    "No rule reaches the agent through its hooks: `precept export --to agents` writes them to `AGENTS.md`.",
    "Only PreToolUse and Stop can block.",
  ],
  print: flatAnswers({ deny: "block" }),
});
