import { printJson } from "../../hook-answers/answers.ts";
import { defineHost, ruleQuestion, unverified } from "../../hook-answers/define-host.ts";
import { namesEvent } from "../../hook-answers/payload-marks.ts";
import type { PrintAnswer, ToolHooks } from "../../model/host-spec.ts";

const source = "cline/cline sdk/packages/core/src/hooks/hook-file-hooks.ts";
const release = "cline 3.0.65";

/** The message of an answer that does not cancel would become context, so it is only there with `cancel`. */
const print: PrintAnswer = (_, { verdict, reason, context }) =>
  printJson(
    verdict === "none"
      ? { cancel: false, ...(context !== undefined && { contextModification: context }) }
      : { cancel: true, errorMessage: reason },
  );

export const hooks: ToolHooks<"cline"> = defineHost({
  id: "cline",
  title: "Cline",
  ownDialects: ["cline"],
  source,
  recognisedBy: "`hookName`",
  isMarked: (payload, isEvent) => namesEvent(payload, "hookName", isEvent),
  events: {
    TaskStart: { inject: true },
    TaskResume: { inject: true },
    UserPromptSubmit: { deny: true, inject: true, note: "Cline's SDK ignores the answer." },
    PreToolUse: { deny: true, inject: true },
    PostToolUse: { deny: true, inject: true },
    TaskComplete: {},
    TaskCancel: {},
    PreCompact: {},
    agent_start: { note: "The file `TaskStart` in the command line, which does not wait for it." },
    agent_resume: {},
    prompt_submit: { note: "The command line does not send it." },
    tool_call: {
      deny: true,
      inject: true,
      opensContext: true,
      note: "The file `PreToolUse` in the command line.",
    },
    tool_result: { deny: true, inject: true },
    agent_end: {},
    session_shutdown: {},
  },
  tools: {
    command: { value: "`execute_command{command}`; SDK: `run_commands{commands}`", source: release },
    write: unverified("`write_to_file{path, content}`, `replace_in_file{path, diff}`; SDK: `editor{path, old_text, new_text}`"),
    read: { value: "`read_file{path}`; SDK: `read_files{files[{path}]}`", source: release },
    mcp: unverified("`use_mcp_tool{server_name, tool_name, arguments}`"),
  },
  timeLimit: { milliseconds: 120_000, unit: "milliseconds" },
  onFailure: { effect: "the call runs" },
  silence: '`{"cancel":false}`',
  trial: {
    verdicts: ["deny"],
    release,
    date: "2026-11-22",
    seen: "In the command line, a denied command does not run. The denial ends the task, and the model does not receive the reason. Rules arrive at the first tool call.",
  },
  // Its command line takes context only at a tool call.
  ruleTest: { kind: "agent", command: `cline "Read the files. ${ruleQuestion}"` },
  limits: ["One executable file per event.", "All parameters are texts; lists and objects are JSON."],
  print,
});
