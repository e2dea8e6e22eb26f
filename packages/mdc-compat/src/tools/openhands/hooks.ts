import { ruleQuestion } from "../../hook-answers/rule-question.ts";
import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { flatAnswers } from "../../hook-answers/flat-answers.ts";
import { namesEvent } from "../../hook-answers/payload-marks.ts";

const source = "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/hooks";

const openhands: HostSpec = {
  id: "openhands",
  title: "OpenHands",
  tool: "openhands",
  ownDialects: ["agents"],
  source,
  recognisedBy: { value: "`event_type`", source, verified: true },
  isMarked: (payload, isEvent) => namesEvent(payload, "event_type", isEvent),
  projectVariables: { value: ["OPENHANDS_PROJECT_DIR"], source: "hooks of others that read it", verified: false },
  events: {
    SessionStart: {},
    UserPromptSubmit: { deny: true, inject: true },
    PreToolUse: { deny: true },
    PostToolUse: {},
    Stop: { deny: true, inject: true },
    SessionEnd: {},
  },
  tools: {
    command: { value: "`terminal{command}`", source, verified: false },
    write: { value: "`file_editor{command, path, file_text, old_str, new_str}`", source, verified: false },
    read: { value: "`file_editor{command: view, path}`", source, verified: false },
    mcp: { value: "not documented", source: "not documented", verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "seconds" }, source, verified: false },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: "nothing",
  trial: { notRun: "No package of it was available." },
  ruleTest: { kind: "payload", payload: { event_type: "UserPromptSubmit", message: ruleQuestion } },
  limits: ["Which events take additional context was not read in its code."],
  print: flatAnswers({ deny: "deny", context: "additionalContext" }),
};

export const hooks: ToolHooks<"openhands"> = { openhands };
