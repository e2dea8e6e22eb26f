import { claudeAnswers } from "../../hook-answers/answers.ts";
import { defineHost, unverified } from "../../hook-answers/define-host.ts";
import { hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { HostSpec } from "../../model/host-spec.ts";

const source = "microsoft/vscode-docs docs/agent-customization/hooks.md";

export const vscode: Readonly<Record<"vscode", HostSpec>> = defineHost({
  id: "vscode",
  title: "VS Code",
  tool: "copilot",
  ownDialects: ["copilot", "agents"],
  source,
  recognisedBy: "`hookEventName`",
  isMarked: (payload) => hasKeys(payload, "hookEventName") && lacksKeys(payload, "hook_event_name"),
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, note: "Whether it can add context is disputed." },
    PreToolUse: { deny: true, ask: true, inject: true, rewrite: true },
    PostToolUse: { deny: true, inject: true },
    SubagentStart: { inject: true },
    SubagentStop: { deny: true },
    PreCompact: {},
    Stop: { deny: true },
  },
  tools: {
    command: unverified("`run_in_terminal{command}`", "adapters of other products"),
    write: unverified(
      "`create_file{filePath, content}`, `replace_string_in_file{filePath, oldString, newString}`, `multi_replace_string_in_file{replacements[]}`, " +
        "`insert_edit_into_file{filePath, code}`, `apply_patch{input}`",
      "adapters of other products",
    ),
    read: unverified("`read_file{filePath}`, `fetch_webpage{urls}`", "adapters of other products"),
    mcp: unverified("`mcp_…`", "adapters of other products"),
  },
  timeLimit: { milliseconds: 30_000, unit: "seconds" },
  onFailure: { effect: "the call runs" },
  silence: '`{"continue":true}`',
  trial: { notRun: "It needs a graphical editor and an account." },
  ruleTest: { kind: "payload", payload: { hookEventName: "SessionStart", sessionId: "s1" } },
  limits: [
    "Only local sessions use these hooks; sessions with Copilot CLI, Claude or Codex use theirs.",
    "Needs a trusted workspace.",
  ],
  print: claudeAnswers('{"continue":true}\n'),
});
