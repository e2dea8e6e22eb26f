import { claudeAnswers, printJson } from "../../hook-answers/answers.ts";
import { askForRule, defineHost, trialOf, unverified } from "../../hook-answers/define-host.ts";
import { hasClaudeShape, hasKeys, lacksKeys } from "../../hook-answers/payload-marks.ts";
import type { PrintAnswer, ToolHooks } from "../../model/host-spec.ts";

const source = "github/docs content/copilot/reference/hooks-reference.md; github/copilot-cli changelog.md";
const release = "@github/copilot 1.0.102";

/** The fields are at the top level, in camelCase, whatever the case of the payload. */
const print: PrintAnswer = ({ kind }, { verdict, reason, context, input }) => {
  const added = { additionalContext: context, modifiedArgs: input };
  if (verdict === "none") return printJson(added);
  if (kind === "beforeTool") return printJson({ permissionDecision: verdict, permissionDecisionReason: reason, ...added });
  return printJson({ decision: "block", reason, ...added });
};

const copilotCli = defineHost({
  id: "copilot-cli",
  title: "Copilot CLI",
  tool: "copilot",
  ownDialects: ["copilot", "agents"],
  source,
  recognisedBy: "`toolName` or `sessionId` with `timestamp`, and no event name; or `timestamp` without `transcript_path`",
  isMarked: (payload) =>
    lacksKeys(payload, "hookEventName", "cursor_version", "hookName") &&
    ((lacksKeys(payload, "hook_event_name") && (hasKeys(payload, "toolName") || hasKeys(payload, "sessionId", "timestamp"))) ||
      (hasClaudeShape(payload) && hasKeys(payload, "timestamp") && lacksKeys(payload, "transcript_path", "tool_use_id"))),
  projectVariables: { value: ["COPILOT_PROJECT_DIR"], source: release },
  events: {
    sessionStart: { inject: true, isLostOnResume: true, mayFollowPrompt: true },
    userPromptSubmitted: { inject: true },
    preToolUse: {
      deny: true,
      ask: true,
      inject: true,
      isLostOnResume: true,
      replacesCall: true,
      note: "`ask` denies with `-p` and in the cloud.",
    },
    postToolUse: { deny: true, inject: true, replacesResult: "reason" },
    preMcpToolCall: { deny: true, unverified: true },
    agentStop: { deny: true, note: "At most 8 times." },
    subagentStart: {},
    subagentStop: {},
    preCompact: {},
    sessionEnd: {},
  },
  tools: {
    command: "`bash{command}`, `powershell{command}`; `write_bash` types into a running shell",
    write: unverified(
      "`create{path, file_text}`, `edit{path, old_str, new_str}`, `apply_patch` as text",
      `${release}; edit and apply_patch: adapters of other products`,
    ),
    read: { value: "`view{path}`, `web_fetch{url}`", source: release },
  },
  timeLimit: { milliseconds: 30_000, unit: "seconds" },
  onFailure: {
    value: { effect: "the call is denied" },
    source: "github/copilot-cli changelog.md: a failed hook denies since 1.0.57, a timeout allows since 1.0.67",
  },
  trial: trialOf(
    release,
    "at the start of a session, before a file is read and in subagents, and again after a resume and at the start of a compaction",
    ["ask", "replaceCall", "result", "advice"],
  ),
  ruleTest: askForRule("copilot -p"),
  limits: [
    "It also runs the hooks in `.claude/settings.json`, with payloads like those of Claude Code. With both installed, rules arrive twice at the start of a session.",
    "A timeout lets the call run.",
    "It makes a compaction beside the work, and keeps what was added after its start. So the rules are given again at the next tool, before the compaction removes the earlier ones.",
    "`agentStop` has no text: the answer is read from the transcript.",
    "Hooks of a repository need folder trust.",
    "Parallel calls were reported to queue hooks until they time out.",
  ],
  print,
});

/** What other products say about the tools of VS Code. */
const others = "adapters of other products";

const vscode = defineHost({
  id: "vscode",
  title: "VS Code",
  tool: "copilot",
  ownDialects: ["copilot", "agents"],
  source: "microsoft/vscode-docs docs/agent-customization/hooks.md",
  recognisedBy: "`hookEventName`",
  isMarked: (payload) => hasKeys(payload, "hookEventName") && lacksKeys(payload, "hook_event_name"),
  events: {
    SessionStart: { inject: true },
    UserPromptSubmit: { deny: true, note: "Whether it can add context is disputed." },
    PreToolUse: { deny: true, ask: true, inject: true },
    PostToolUse: { deny: true, inject: true },
    SubagentStart: { inject: true },
    SubagentStop: { deny: true },
    PreCompact: {},
    Stop: { deny: true },
  },
  tools: {
    command: unverified("`run_in_terminal{command}`", others),
    write: unverified(
      "`create_file{filePath, content}`, `replace_string_in_file{filePath, oldString, newString}`, `multi_replace_string_in_file{replacements[]}`, " +
        "`insert_edit_into_file{filePath, code}`, `apply_patch{input}`",
      others,
    ),
    read: unverified("`read_file{filePath}`, `fetch_webpage{urls}`", others),
    mcp: unverified("`mcp_…`", others),
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

export const hooks: ToolHooks<"copilot"> = { ...copilotCli, ...vscode };
