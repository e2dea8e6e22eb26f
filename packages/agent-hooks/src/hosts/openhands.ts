import { flatAnswers } from "./flat-answers.ts";
import type { HostSpec } from "./host-spec.ts";
import { namesEvent } from "./payload-marks.ts";

const source = "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/hooks";

export const openhands: HostSpec = {
  id: "openhands",
  title: "OpenHands",
  tool: "openhands",
  ownDialects: ["agents"],
  source,
  recognisedBy: { value: "`event_type`", source, verified: true },
  isMarked: (payload) => namesEvent(payload, "event_type"),
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
  limits: ["Which events take additional context was not read in its code."],
  print: flatAnswers({ deny: "deny", context: "additionalContext" }),
};
