import { flatAnswers } from "../../hook-answers/answers.ts";
import { defineHost, ruleQuestion, unverified } from "../../hook-answers/define-host.ts";
import { namesEvent } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "OpenHands/software-agent-sdk openhands-sdk/openhands/sdk/hooks";

export const hooks: ToolHooks<"openhands"> = defineHost({
  id: "openhands",
  title: "OpenHands",
  ownDialects: ["agents"],
  source,
  recognisedBy: "`event_type`",
  isMarked: (payload, isEvent) => namesEvent(payload, "event_type", isEvent),
  projectVariables: unverified(["OPENHANDS_PROJECT_DIR"], "hooks of others that read it"),
  events: {
    SessionStart: {},
    UserPromptSubmit: { deny: true, inject: true },
    PreToolUse: { deny: true },
    PostToolUse: {},
    Stop: { deny: true, inject: true },
    SessionEnd: {},
  },
  tools: {
    command: unverified("`terminal{command}`"),
    write: unverified("`file_editor{command, path, file_text, old_str, new_str}`"),
    read: unverified("`file_editor{command: view, path}`"),
  },
  timeLimit: unverified({ milliseconds: 60_000, unit: "seconds" }),
  onFailure: { effect: "the call runs" },
  trial: { notRun: "No package of it was available." },
  ruleTest: { kind: "payload", payload: { event_type: "UserPromptSubmit", message: ruleQuestion } },
  limits: ["Which events take additional context was not read in its code."],
  print: flatAnswers({ deny: "deny", context: "additionalContext" }),
});
