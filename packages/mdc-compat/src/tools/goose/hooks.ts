import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { flatAnswers } from "../../hook-answers/flat-answers.ts";
import { hasKeys, lacksKeys, namesEvent } from "../../hook-answers/payload-marks.ts";

const source = "block/goose crates/goose/src/hooks/mod.rs";

const goose: HostSpec = {
  id: "goose",
  title: "Goose",
  tool: "goose",
  ownDialects: ["agents"],
  source,
  recognisedBy: { value: "`event` with `session_id`", source, verified: true },
  isMarked: (payload, isEvent) =>
    namesEvent(payload, "event", isEvent) && hasKeys(payload, "session_id") && lacksKeys(payload, "thread", "toolUseID"),
  projectVariables: { value: [], source: "not documented", verified: false },
  events: {
    SessionStart: {},
    UserPromptSubmit: {},
    PreToolUse: { deny: true },
    PostToolUse: {},
    Stop: { deny: true },
    SessionEnd: {},
  },
  tools: {
    command: { value: "`developer__shell{command}`", source, verified: true },
    write: { value: "`developer__write{path, content}`, `developer__edit{path, before, after}`", source, verified: true },
    read: { value: "through the shell; `read_image{source}`", source, verified: true },
    mcp: { value: "`extension__tool`", source, verified: true },
  },
  contextLimit: { value: 10_000, source: "it takes no context", verified: true },
  timeLimit: { value: { milliseconds: 30_000, unit: "seconds" }, source, verified: true },
  onFailure: { value: { effect: "the call runs", setting: '`on_failure: "block"`' }, source, verified: true },
  silence: "nothing",
  trial: { notRun: "No package of it was available." },
  ruleTest: { kind: "export", tool: "agents", file: "AGENTS.md" },
  limits: [
    "No rule reaches the agent through its hooks: `precept export --to agents` writes them to `AGENTS.md`.",
    "Only PreToolUse and Stop can block.",
  ],
  print: flatAnswers({ deny: "block" }),
};

export const hooks: ToolHooks<"goose"> = { goose };
