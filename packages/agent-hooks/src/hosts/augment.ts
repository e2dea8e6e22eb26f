import { exitAnswers } from "./exit-answers.ts";
import type { HostSpec } from "./host-spec.ts";
import { hasKeys, hasValue, lacksKeys, namesEvent } from "./payload-marks.ts";

const source = "https://docs.augmentcode.com/cli/hooks; adapters of other products";

export const augment: HostSpec = {
  id: "augment",
  title: "Augment",
  tool: "augment",
  ownDialects: ["augment"],
  source,
  recognisedBy: {
    value: "`hook_type`; `conversation_id` without Cursor's keys; or a tool name of its own",
    source,
    verified: false,
  },
  isMarked: (payload) =>
    namesEvent(payload, "hook_type") ||
    (hasKeys(payload, "hook_event_name") &&
      lacksKeys(payload, "cursor_version", "generation_id") &&
      (hasKeys(payload, "conversation_id") ||
        hasValue(payload, "tool_name", "launch-process", "save-file", "str-replace-editor", "remove-files"))),
  projectVariables: { value: ["AUGMENT_PROJECT_DIR"], source: "hooks of others that read it", verified: false },
  events: {
    SessionStart: { unverified: true },
    PreToolUse: { deny: true, unverified: true },
    PostToolUse: { unverified: true },
    Stop: { unverified: true },
    SessionEnd: { unverified: true },
  },
  tools: {
    command: { value: "`launch-process{command}`; v2: `terminal`, `bash`", source, verified: false },
    write: {
      value: "`save-file{path}`, `str-replace-editor{path}`, `remove-files{file_paths[]}`, `apply_patch`; v2: `write`, `edit`",
      source,
      verified: false,
    },
    read: { value: "not documented", source: "not documented", verified: false },
    mcp: { value: "not documented", source: "not documented", verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented", verified: false },
  timeLimit: { value: { milliseconds: 60_000, unit: "milliseconds" }, source, verified: false },
  onFailure: { value: { effect: "unknown" }, source: "not documented", verified: false },
  silence: "exit code 0",
  limits: ["Whether it can add context or ask is not documented: Precept does neither."],
  print: exitAnswers,
};
