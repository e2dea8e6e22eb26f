import { exitAnswers } from "../../hook-answers/answers.ts";
import { defineHost, undocumented, unverified } from "../../hook-answers/define-host.ts";
import { hasKeys, hasValue, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "https://kiro.dev/docs/cli/hooks";

export const hooks: ToolHooks<"kiro"> = defineHost({
  id: "kiro",
  title: "Kiro",
  ownDialects: ["kiro", "agents"],
  source,
  recognisedBy: "`hook_event_name` in camelCase without Cursor's keys; or a tool name of its own",
  isMarked: (payload) =>
    lacksKeys(payload, "cursor_version", "generation_id", "conversation_id", "turn_id") &&
    (hasValue(payload, "hook_event_name", "agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse", "stop") ||
      (hasKeys(payload, "hook_event_name") &&
        hasValue(payload, "tool_name", "execute_bash", "execute_cmd", "fs_write", "fs_read"))),
  events: {
    agentSpawn: { inject: true },
    sessionStart: { inject: true, unverified: true },
    userPromptSubmit: { inject: true, note: "A denial was reported to be ignored." },
    preToolUse: { deny: true },
    postToolUse: {},
    stop: {},
  },
  tools: {
    command: "`execute_bash{command}`",
    write: unverified("`fs_write{command, path, file_text, old_str, new_str}`", "adapters of other products"),
    read: unverified("`fs_read{operations[]}`", "adapters of other products"),
    mcp: "`@server/tool`",
  },
  timeLimit: unverified({ milliseconds: 30_000, unit: "milliseconds" }, "not documented for all versions"),
  onFailure: undocumented({ effect: "unknown" }),
  silence: "exit code 0",
  trial: { notRun: "It needs an account." },
  ruleTest: { kind: "payload", payload: { hook_event_name: "agentSpawn" } },
  limits: [
    "The IDE sent empty input before 1.0.116: such calls are denied.",
    "Before 1.0, the IDE kept standard input open: the hook denies at its time limit.",
  ],
  print: exitAnswers,
});
