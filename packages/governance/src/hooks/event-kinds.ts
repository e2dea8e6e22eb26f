/**
 * What a hook event is, whatever the agent calls it. `compact`: before the agent shortens its conversation;
 * `afterCompact`: after it. `response`: the agent has answered. `other`: an event that policies and rules have nothing
 * to say about.
 */
export const hookEventKinds = [
  "sessionStart",
  "sessionEnd",
  "prompt",
  "beforeTool",
  "afterTool",
  "response",
  "subagentStart",
  "compact",
  "afterCompact",
  "other",
] as const;

/** What a hook event is: see {@link hookEventKinds}. */
export type HookEventKind = (typeof hookEventKinds)[number];

/** The events of all supported agents, by their names without case and separators. */
const eventNames: Readonly<Record<Exclude<HookEventKind, "other">, readonly string[]>> = {
  sessionStart: ["SessionStart", "agentSpawn", "TaskStart", "TaskResume", "agent_resume", "session.created"],
  sessionEnd: ["SessionEnd", "TaskCancel", "session_shutdown", "session.deleted"],
  prompt: [
    "UserPromptSubmit",
    "userPromptSubmitted",
    "beforeSubmitPrompt",
    "BeforeAgent",
    "pre_user_prompt",
    "prompt_submit",
    "PromptSubmit",
    "agent.start",
    "chat.message",
  ],
  beforeTool: [
    "PreToolUse",
    "BeforeTool",
    "beforeShellExecution",
    "beforeMCPExecution",
    "beforeReadFile",
    "beforeTabFileRead",
    "preMcpToolCall",
    "pre_read_code",
    "pre_write_code",
    "pre_run_command",
    "pre_mcp_tool_use",
    "tool.call",
    "tool.execute.before",
  ],
  afterTool: [
    "PostToolUse",
    "PostToolUseFailure",
    "AfterTool",
    "afterShellExecution",
    "afterMCPExecution",
    "afterFileEdit",
    "afterTabFileEdit",
    "post_read_code",
    "post_write_code",
    "post_run_command",
    "post_mcp_tool_use",
    "tool.result",
    "tool.execute.after",
  ],
  response: [
    "Stop",
    "SubagentStop",
    "agentStop",
    "afterAgentResponse",
    "AfterAgent",
    "post_cascade_response",
    "TaskComplete",
    "agent.end",
  ],
  subagentStart: ["SubagentStart"],
  compact: ["PreCompact", "PreCompress", "experimental.session.compacting"],
  afterCompact: ["PostCompact", "session.compacted"],
};

const kinds: ReadonlyMap<string, HookEventKind> = new Map(
  Object.entries(eventNames).flatMap(([kind, names]) => names.map((name) => [foldName(name), kind as HookEventKind])),
);

/**
 * Returns what an event is, by the name that an agent has for it: `PreToolUse`, `pre_run_command` and `tool.call` are
 * `beforeTool`.
 */
export function hookEventKindOf(event: string): HookEventKind {
  return kinds.get(foldName(event)) ?? "other";
}

/** Removes case and separators: agents write `PreToolUse`, `preToolUse` and `pre_tool_use`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
