import type { ToolHooks, PrintAnswer, HostSpec } from "../../model/host-spec.ts";
import { claudeAnswers } from "../../hook-answers/claude-answers.ts";
import { exitAnswers } from "../../hook-answers/exit-answers.ts";
import { hasKeys, hasValue, lacksKeys, namesEvent } from "../../hook-answers/payload-marks.ts";

const source = "npm @augmentcode/auggie@0.36.0 augment.mjs";
const reports = "https://docs.augmentcode.com/cli/hooks; adapters of other products";

const printJson = claudeAnswers();

/** Denies by exit code, which all versions know. Context is JSON, which was read in the code of 0.36. */
const print: PrintAnswer = (event, answer) => (answer.verdict === "none" ? printJson : exitAnswers)(event, answer);

const augment: HostSpec = {
  id: "augment",
  title: "Augment",
  tool: "augment",
  ownDialects: ["augment"],
  source,
  recognisedBy: {
    value: "`hook_type`; `conversation_id` without Cursor's keys; or a tool name of its own",
    source: `${source}; \`hook_type\`: adapters of other products`,
    verified: false,
  },
  isMarked: (payload, isEvent) =>
    namesEvent(payload, "hook_type", isEvent) ||
    (hasKeys(payload, "hook_event_name") &&
      lacksKeys(payload, "cursor_version", "generation_id") &&
      (hasKeys(payload, "conversation_id") ||
        hasValue(payload, "tool_name", "launch-process", "save-file", "str-replace-editor", "remove-files"))),
  projectVariables: { value: ["AUGMENT_PROJECT_DIR"], source, verified: true },
  events: {
    SessionStart: { inject: true },
    PreToolUse: { deny: true, note: "`ask` is accepted; what it does was not read." },
    PostToolUse: { inject: true },
    Stop: {},
    SessionEnd: {},
  },
  tools: {
    command: { value: "`launch-process{command}`; v2: `terminal`, `bash`", source: reports, verified: false },
    write: {
      value: "`save-file{path}`, `str-replace-editor{path}`, `remove-files{file_paths[]}`, `apply_patch`; v2: `write`, `edit`",
      source: reports,
      verified: false,
    },
    read: { value: "not documented", source: "not documented", verified: false },
    mcp: { value: "not documented", source: "not documented", verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "milliseconds" }, source: reports, verified: false },
  onFailure: { value: { effect: "unknown" }, source: "not documented", verified: false },
  silence: "nothing",
  trial: { notRun: "It talks only to its own service, which needs an account." },
  ruleTest: { kind: "payload", payload: { hook_event_name: "SessionStart", conversation_id: "c1" } },
  limits: ["Prompts have an event that Precept does not answer: `PromptSubmit`."],
  print,
};

export const hooks: ToolHooks<"augment"> = { augment };
