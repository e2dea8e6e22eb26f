import { claudeAnswers } from "../../hook-answers/claude-answers.ts";
import type { HostSpec } from "../../model/host-spec.ts";
import { hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";

const source = "microsoft/vscode-docs docs/agent-customization/hooks.md";

export const vscode: HostSpec = {
  id: "vscode",
  title: "VS Code",
  tool: "copilot",
  ownDialects: ["copilot", "agents"],
  source,
  recognisedBy: { value: "`hookEventName`", source, verified: true },
  isMarked: (payload) => hasKeys(payload, "hookEventName") && lacksKeys(payload, "hook_event_name"),
  projectVariables: { value: [], source: "not documented", verified: false },
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
    command: { value: "`run_in_terminal{command}`", source: "adapters of other products", verified: false },
    write: {
      value:
        "`create_file{filePath, content}`, `replace_string_in_file{filePath, oldString, newString}`, `multi_replace_string_in_file{replacements[]}`, " +
        "`insert_edit_into_file{filePath, code}`, `apply_patch{input}`",
      source: "adapters of other products",
      verified: false,
    },
    read: { value: "`read_file{filePath}`, `fetch_webpage{urls}`", source: "adapters of other products", verified: false },
    mcp: { value: "`mcp_…`", source: "adapters of other products", verified: false },
  },
  contextLimit: { value: 10_000, source: "not documented: the limit of Claude Code", verified: false },
  timeLimit: { value: { milliseconds: 30_000, unit: "seconds" }, source, verified: true },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: '`{"continue":true}`',
  trial: { notRun: "It needs a graphical editor and an account." },
  ruleTest: { kind: "payload", payload: { hookEventName: "SessionStart", sessionId: "s1" } },
  limits: [
    "Only local sessions use these hooks; sessions with Copilot CLI, Claude or Codex use theirs.",
    "Needs a trusted workspace.",
  ],
  print: claudeAnswers('{"continue":true}\n'),
};
