/**
 * The events of agent hosts under the hosts' own names, by their kind. `compact`, `afterCompact`: before and after the
 * agent shortens its conversation. `response`: the agent has answered. `other`: events without policies and rules;
 * `check` is a text that `precept check` reads. The hook protocols in `@precept/mdc-compat` refer to these names.
 */
const namesByKind = {
  sessionStart: "SessionStart sessionStart agentSpawn TaskStart TaskResume agent_resume session.created",
  sessionEnd: "SessionEnd sessionEnd TaskCancel session_shutdown",
  prompt:
    "UserPromptSubmit beforeSubmitPrompt userPromptSubmit userPromptSubmitted BeforeAgent pre_user_prompt prompt_submit " +
    "agent_start agent.start chat.message",
  beforeTool:
    "PreToolUse preToolUse preMcpToolCall beforeShellExecution beforeMCPExecution beforeReadFile beforeTabFileRead BeforeTool " +
    "pre_read_code pre_write_code pre_run_command pre_mcp_tool_use tool_call tool.call tool.execute.before",
  afterTool:
    "PostToolUse PostToolUseFailure postToolUse afterShellExecution afterMCPExecution afterFileEdit AfterTool post_read_code " +
    "post_write_code post_run_command post_mcp_tool_use tool_result tool.result tool.execute.after",
  response:
    "Stop SubagentStop stop subagentStop agentStop afterAgentResponse AfterAgent post_cascade_response TaskComplete agent_end " +
    "agent.end",
  subagentStart: "SubagentStart subagentStart",
  compact: "PreCompact preCompact PreCompress experimental.session.compacting",
  afterCompact: "PostCompact session.compacted",
  other: "check PermissionRequest BeforeModel AfterModel",
} as const;

/** A kind of hook event, independent of the agent's names. `other`: events without policies and rules. */
export type HookEventKind = keyof typeof namesByKind;

const events = Object.entries(namesByKind).flatMap(([kind, names]) =>
  names.split(" ").map((name) => [name, kind as HookEventKind] as const),
);

/** The known events of agent hosts, and `check`. A host can have other events, so an unknown one is not an error. */
export const eventNames: readonly string[] = events.map(([name]) => name);

/** Events that no hook protocol has, but that hosts may send. */
const furtherEvents = [
  ["session.deleted", "sessionEnd"],
  ["afterTabFileEdit", "afterTool"],
] as const;

const kinds: ReadonlyMap<string, HookEventKind> = new Map(
  [...events, ...furtherEvents].map(([name, kind]) => [foldName(name), kind]),
);

/** Returns the kind of an event by an agent's name for it: `PreToolUse` and `tool.call` are `beforeTool`. */
export function hookEventKindOf(event: string): HookEventKind {
  return kinds.get(foldName(event)) ?? "other";
}

/** Removes case and separators: agents write `PreToolUse`, `preToolUse` and `pre_tool_use`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
