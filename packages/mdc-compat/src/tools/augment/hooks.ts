import { claudeAnswers, exitAnswers } from "../../hook-answers/answers.ts";
import { defineHost, undocumented, unverified } from "../../hook-answers/define-host.ts";
import { hasKeys, hasValue, lacksKeys, namesEvent } from "../../hook-answers/payload-marks.ts";
import type { PrintAnswer, ToolHooks } from "../../model/host-spec.ts";

const source = "npm @augmentcode/auggie@0.36.0 augment.mjs";
const reports = "https://docs.augmentcode.com/cli/hooks; adapters of other products";

const printJson = claudeAnswers();

/** Denies by exit code, which all versions know. Context is JSON, which was read in the code of 0.36. */
const print: PrintAnswer = (event, answer) => (answer.verdict === "none" ? printJson : exitAnswers)(event, answer);

export const hooks: ToolHooks<"augment"> = defineHost({
  id: "augment",
  title: "Augment",
  ownDialects: ["augment"],
  source,
  recognisedBy: unverified(
    "`hook_type`; `conversation_id` without Cursor's keys; or a tool name of its own",
    `${source}; \`hook_type\`: adapters of other products`,
  ),
  isMarked: (payload, isEvent) =>
    namesEvent(payload, "hook_type", isEvent) ||
    (hasKeys(payload, "hook_event_name") &&
      lacksKeys(payload, "cursor_version", "generation_id") &&
      (hasKeys(payload, "conversation_id") ||
        hasValue(payload, "tool_name", "launch-process", "save-file", "str-replace-editor", "remove-files"))),
  projectVariables: ["AUGMENT_PROJECT_DIR"],
  events: {
    SessionStart: { inject: true },
    PreToolUse: { deny: true, note: "`ask` is accepted; what it does was not read." },
    PostToolUse: { inject: true },
    Stop: {},
    SessionEnd: {},
  },
  tools: {
    command: unverified("`launch-process{command}`; v2: `terminal`, `bash`", reports),
    write: unverified(
      "`save-file{path}`, `str-replace-editor{path}`, `remove-files{file_paths[]}`, `apply_patch`; v2: `write`, `edit`",
      reports,
    ),
  },
  contextLimit: undocumented(10_000),
  timeLimit: unverified({ milliseconds: 60_000, unit: "milliseconds" }, reports),
  onFailure: undocumented({ effect: "unknown" }),
  trial: { notRun: "It talks only to its own service, which needs an account." },
  ruleTest: { kind: "payload", payload: { hook_event_name: "SessionStart", conversation_id: "c1" } },
  limits: ["Prompts have an event that Precept does not answer: `PromptSubmit`."],
  print,
});
