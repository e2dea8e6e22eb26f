import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { exitAnswers } from "../../hook-answers/exit-answers.ts";
import { hasKeys, hasValue, lacksKeys } from "../../hook-answers/payload-marks.ts";

const source = "https://kiro.dev/docs/cli/hooks";

const kiro: HostSpec = {
  id: "kiro",
  title: "Kiro",
  tool: "kiro",
  ownDialects: ["kiro", "agents"],
  source,
  recognisedBy: {
    value: "`hook_event_name` in camelCase without Cursor's keys; or a tool name of its own",
    source,
    verified: true,
  },
  isMarked: (payload) =>
    lacksKeys(payload, "cursor_version", "generation_id", "conversation_id", "turn_id") &&
    (hasValue(payload, "hook_event_name", "agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse", "stop") ||
      (hasKeys(payload, "hook_event_name") &&
        hasValue(payload, "tool_name", "execute_bash", "execute_cmd", "fs_write", "fs_read"))),
  projectVariables: { value: [], source: "not documented", verified: false },
  events: {
    agentSpawn: { inject: true },
    sessionStart: { inject: true, unverified: true },
    userPromptSubmit: { inject: true, note: "A denial was reported to be ignored." },
    preToolUse: { deny: true },
    postToolUse: {},
    stop: {},
  },
  tools: {
    command: { value: "`execute_bash{command}`", source, verified: true },
    write: {
      value: "`fs_write{command, path, file_text, old_str, new_str}`",
      source: "adapters of other products",
      verified: false,
    },
    read: { value: "`fs_read{operations[]}`", source: "adapters of other products", verified: false },
    mcp: { value: "`@server/tool`", source, verified: true },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: {
    value: { milliseconds: 30_000, unit: "milliseconds" },
    source: "not documented for all versions",
    verified: false,
  },
  onFailure: { value: { effect: "unknown" }, source: "not documented", verified: false },
  silence: "exit code 0",
  trial: { notRun: "It needs an account." },
  ruleTest: { kind: "payload", payload: { hook_event_name: "agentSpawn" } },
  limits: [
    "The IDE sent empty input before 1.0.116: such calls are denied.",
    "Before 1.0, the IDE kept standard input open: the hook denies at its time limit.",
  ],
  print: exitAnswers,
};

export const hooks: ToolHooks<"kiro"> = { kiro };
