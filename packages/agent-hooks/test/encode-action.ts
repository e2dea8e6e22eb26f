import { callsOf, type ToolShape } from "@precept/agent-actions";
import type { HostId } from "../src/host-ids.ts";
import type { AgentAction, EncodedAction } from "./agent-action.ts";
import { toolsOfHosts } from "./tool-shapes.ts";

/** The project directory in encoded payloads. */
export const encodedCwd = "/work/shop";

type Fields = Readonly<Record<string, unknown>>;

/** How the payloads of a host look: an event with a tool call, a prompt, an answer. */
interface Envelope {
  readonly tool: (when: "before" | "after", call: ToolShape, result?: string) => readonly object[];
  /** Undefined: the host has no such event. */
  readonly prompt?: (text: string) => object;
  readonly response?: (text: string) => object;
}

const claudeBase: Fields = { session_id: "s1", transcript_path: "/home/me/t.jsonl", cwd: encodedCwd };

/** Hosts with the payloads of Claude Code, with further fields. */
function claudeEnvelope(more: Fields = {}, resultKey = "tool_response"): Envelope {
  const base = { ...claudeBase, ...more };
  return {
    tool: (when, { tool, input }, result) => [
      {
        ...base,
        hook_event_name: when === "before" ? "PreToolUse" : "PostToolUse",
        tool_name: tool,
        tool_input: input,
        tool_use_id: "t1",
        ...(when === "after" && { [resultKey]: result }),
      },
    ],
    prompt: (text) => ({ ...base, hook_event_name: "UserPromptSubmit", prompt: text }),
    response: (text) => ({ ...base, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: text }),
  };
}

const cursorBase: Fields = {
  conversation_id: "s1",
  generation_id: "g1",
  cursor_version: "2.1.0",
  workspace_roots: [encodedCwd],
  model: "m",
};

const cursor: Envelope = {
  tool: (when, { tool, input }, result) => {
    const own = {
      ...cursorBase,
      hook_event_name: when === "before" ? "preToolUse" : "postToolUse",
      tool_name: tool,
      tool_input: input,
    };
    if (when === "after") return [{ ...own, tool_use_id: "t1", tool_output: result }];
    const { command } = input as { command?: unknown };
    const further = tool === "Shell" ? [{ ...cursorBase, hook_event_name: "beforeShellExecution", command, cwd: "" }] : [];
    const mcp = tool.startsWith("MCP:")
      ? [
          {
            ...cursorBase,
            hook_event_name: "beforeMCPExecution",
            tool_name: tool.slice(4),
            tool_input: JSON.stringify(input),
            url: "http://x",
          },
        ]
      : [];
    return [{ ...own, tool_use_id: "t1", cwd: encodedCwd }, ...further, ...mcp];
  },
  prompt: (text) => ({ ...cursorBase, hook_event_name: "beforeSubmitPrompt", prompt: text, attachments: [] }),
  response: (text) => ({ ...cursorBase, hook_event_name: "afterAgentResponse", text }),
};

const copilotBase: Fields = { sessionId: "s1", timestamp: 1_763_000_000_000, cwd: encodedCwd };

const copilot: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...copilotBase,
      toolName: tool,
      toolArgs: input,
      ...(when === "after" && { toolResult: { resultType: "success", textResultForLlm: result } }),
    },
    ...(when === "before"
      ? [
          { ...copilotBase, toolName: tool, toolArgs: typeof input === "string" ? input : JSON.stringify(input) },
          {
            session_id: "s1",
            timestamp: "2026-11-01T00:00:00Z",
            cwd: encodedCwd,
            hook_event_name: "PreToolUse",
            tool_name: tool,
            tool_input: input,
          },
        ]
      : []),
  ],
  prompt: (text) => ({ ...copilotBase, prompt: text }),
};

const vscodeBase: Fields = { timestamp: "2026-11-01T00:00:00Z", cwd: encodedCwd, sessionId: "s1", transcript_path: "/t.json" };

const vscode: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...vscodeBase,
      hookEventName: when === "before" ? "PreToolUse" : "PostToolUse",
      tool_name: tool,
      tool_input: input,
      tool_use_id: "t1",
      ...(when === "after" && { tool_response: result }),
    },
  ],
  prompt: (text) => ({ ...vscodeBase, hookEventName: "UserPromptSubmit", prompt: text }),
};

const geminiBase: Fields = { ...claudeBase, timestamp: "2026-11-01T00:00:00Z" };

const gemini: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...geminiBase,
      hook_event_name: when === "before" ? "BeforeTool" : "AfterTool",
      tool_name: tool,
      tool_input: input,
      ...(when === "after" && { tool_response: { llmContent: result } }),
    },
  ],
  prompt: (text) => ({ ...geminiBase, hook_event_name: "BeforeAgent", prompt: text }),
  response: (text) => ({
    ...geminiBase,
    hook_event_name: "AfterAgent",
    prompt: "p",
    prompt_response: text,
    stop_hook_active: false,
  }),
};

const windsurfBase: Fields = { trajectory_id: "s1", execution_id: "t1", timestamp: "2026-11-01T00:00:00Z", model_name: "m" };

const windsurf: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      ...windsurfBase,
      agent_action_name: `${when === "before" ? "pre" : "post"}_${tool}`,
      tool_info: { ...(input as Fields), ...(when === "after" && { mcp_result: result }) },
    },
  ],
  prompt: (text) => ({ ...windsurfBase, agent_action_name: "pre_user_prompt", tool_info: { user_prompt: text } }),
  response: (text) => ({ ...windsurfBase, agent_action_name: "post_cascade_response", tool_info: { response: text } }),
};

const clineBase: Fields = {
  clineVersion: "4.0.0",
  timestamp: "1",
  taskId: "s1",
  workspaceRoots: [encodedCwd],
  agent_id: "a",
  parent_agent_id: null,
};

const cline: Envelope = {
  tool: (when, { tool, input }, result) => {
    const key = when === "before" ? "preToolUse" : "postToolUse";
    const own = { toolName: tool, parameters: input, ...(when === "after" && { result, success: true }) };
    return [
      { ...clineBase, hookName: when === "before" ? "PreToolUse" : "PostToolUse", [key]: own },
      { ...clineBase, hookName: when === "before" ? "tool_call" : "tool_result", [key]: own },
    ];
  },
  prompt: (text) => ({ ...clineBase, hookName: "UserPromptSubmit", userPromptSubmit: { prompt: text, attachments: [] } }),
};

const opencode: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      hook: when === "before" ? "tool.execute.before" : "tool.execute.after",
      tool,
      sessionID: "s1",
      callID: "t1",
      args: input,
      cwd: encodedCwd,
      ...(when === "after" && { output: result }),
    },
  ],
  prompt: (text) => ({ hook: "chat.message", sessionID: "s1", prompt: text, cwd: encodedCwd }),
};

const kiro: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      hook_event_name: when === "before" ? "preToolUse" : "postToolUse",
      cwd: encodedCwd,
      tool_name: tool,
      tool_input: input,
      ...(when === "after" && { tool_response: { success: true, result: [result] } }),
    },
  ],
  prompt: (text) => ({ hook_event_name: "userPromptSubmit", cwd: encodedCwd, prompt: text }),
};

const goose: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      event: when === "before" ? "PreToolUse" : "PostToolUse",
      session_id: "s1",
      matcher_context: tool,
      tool_call_id: "t1",
      tool_name: tool,
      tool_input: input,
      working_dir: encodedCwd,
      ...(when === "after" && { tool_output: result }),
    },
  ],
  prompt: (text) => ({ event: "UserPromptSubmit", session_id: "s1", message: text, working_dir: encodedCwd }),
  response: (text) => ({ event: "Stop", session_id: "s1", last_assistant_message: text, working_dir: encodedCwd }),
};

const amp: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      event: when === "before" ? "tool.call" : "tool.result",
      tool,
      input,
      toolUseID: "t1",
      thread: { id: "s1" },
      cwd: encodedCwd,
      ...(when === "after" && { output: result }),
    },
  ],
};

const augment: Envelope = {
  tool: (when, { tool, input }, result) => {
    const fields = { conversation_id: "s1", workspace_roots: [encodedCwd], tool_name: tool, tool_input: input };
    const event = when === "before" ? "PreToolUse" : "PostToolUse";
    const output = when === "after" ? { tool_output: result } : {};
    return [
      { hook_event_name: event, ...fields, ...output },
      { hook_type: event, ...fields, ...output },
    ];
  },
};

const openhands: Envelope = {
  tool: (when, { tool, input }, result) => [
    {
      event_type: when === "before" ? "PreToolUse" : "PostToolUse",
      tool_name: tool,
      tool_input: input,
      tool_output: when === "after" ? result : null,
      message: null,
      session_id: "s1",
      working_dir: encodedCwd,
      metadata: {},
    },
  ],
  prompt: (text) => ({
    event_type: "UserPromptSubmit",
    tool_name: null,
    message: text,
    session_id: "s1",
    working_dir: encodedCwd,
  }),
};

const envelopes: Readonly<Record<HostId, Envelope>> = {
  "claude-code": claudeEnvelope({ prompt_id: "p1", permission_mode: "default" }),
  cursor,
  codex: claudeEnvelope({ turn_id: "u1", model: "m", permission_mode: "default" }),
  "copilot-cli": copilot,
  vscode,
  gemini,
  qwen: claudeEnvelope({ timestamp: "2026-11-01T00:00:00Z", permission_mode: "default" }),
  windsurf,
  cline,
  opencode,
  kiro,
  droid: claudeEnvelope({ permission_mode: "auto" }),
  goose,
  amp,
  augment,
  openhands,
};

/** Returns the payloads by which a host expresses an action, in every shape that is known. None if the host cannot express it. */
export function encodeAction(host: HostId, action: AgentAction): readonly EncodedAction[] {
  const envelope = envelopes[host];
  if (action.type === "prompt" || action.type === "response") {
    const payload = envelope[action.type]?.(action.text);
    return payload === undefined ? [] : [{ shape: action.type, payload }];
  }
  if (action.type === "result") {
    const { tool, text } = action;
    const call =
      host === "windsurf" ? { tool: "mcp_tool_use", input: { mcp_server_name: "s", mcp_tool_name: tool } } : { tool, input: {} };
    return envelope.tool("after", call, text).map((payload, at) => ({ shape: `result of ${tool} ${at}`, payload }));
  }
  const shapes = callsOf(toolsOfHosts[host], action);
  return shapes.flatMap((call) => envelope.tool("before", call).map((payload, at) => ({ shape: `${call.tool} ${at}`, payload })));
}
