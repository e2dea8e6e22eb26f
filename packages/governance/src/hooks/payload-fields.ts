import { isRecord, withoutUndefined, type Json } from "@precept/core";
import { hookEventKindOf, type HookEventKind } from "./events.ts";
import { firstFilledString, firstString, firstValue, objectAt, stringAt, toRecord, valueAt } from "./json-values.ts";
import type { JsonRecord } from "./json-values.ts";

/** The fields of a hook payload, the same for all agents. */
export interface PayloadFields {
  /** The event under the agent's own name: `PreToolUse`, `beforeShellExecution`. */
  readonly event: string;
  readonly kind: HookEventKind;
  /** The tool under the agent's own name. */
  readonly tool?: string;
  readonly input?: JsonRecord;
  /** The output of the tool. */
  readonly result?: Json;
  readonly prompt?: string;
  readonly response?: string;
  readonly session?: string;
  /** The id of the subagent. Undefined for the main agent. */
  readonly subagent?: string;
  readonly toolUse?: string;
  /** The directory that relative paths refer to. */
  readonly cwd?: string;
  /** The open directories, if the agent names them. */
  readonly roots: readonly string[];
}

/** Keys whose value is the event. Other programs also use the later ones, for events that are not hook payloads. */
const eventKeys = ["hook_event_name", "hookEventName", "agent_action_name"];
const sharedEventKeys = ["hook", "hookName", "event", "event_type", "hook_type", "trigger"];
const toolKeys = ["tool_name", "toolName", "tool"];
const inputKeys = ["tool_input", "toolInput", "toolArgs", "tool_info", "args", "input", "parameters"];
const resultKeys = ["tool_response", "tool_output", "toolResult", "toolOutput", "result_json", "output", "result"];
const promptKeys = ["submitted_prompt", "prompt", "user_prompt", "message"];
const responseKeys = ["last_assistant_message", "prompt_response", "response", "text", "message"];
const sessionKeys = ["session_id", "sessionId", "sessionID", "conversation_id", "trajectory_id", "taskId", "threadID"];
const toolUseKeys = ["tool_use_id", "toolUseId", "toolUseID", "toolCallId", "tool_call_id", "callID", "call_id", "execution_id"];
const cwdKeys = ["cwd", "working_dir", "directory"];

/** Events of Cursor that have the fields of a tool's input, with the name of that tool. */
const toolsOfCursor: Readonly<Record<string, string>> = {
  beforeShellExecution: "Shell",
  afterShellExecution: "Shell",
  beforeReadFile: "Read",
  beforeTabFileRead: "Read",
  afterFileEdit: "Edit",
  afterTabFileEdit: "Edit",
};
const inputKeysOfCursor: ReadonlySet<string> = new Set(["command", "file_path", "edits"]);

/** Events of Windsurf, which name no tool. */
const eventOfWindsurf = /^(?:pre|post)_(run_command|write_code|read_code)$/;

/** Reads the fields of a hook payload. @returns undefined if the value is not a payload of a supported agent. */
export function readPayloadFields(payload: JsonRecord): PayloadFields | undefined {
  const event = eventOf(payload);
  if (event === undefined) return undefined;
  const kind = hookEventKindOf(event);
  const info = objectAt(payload, "tool_info") ?? {};
  const all: JsonRecord = { ...payload, ...fieldsOfCline(payload) };
  const fields = {
    tool: firstFilledString(all, toolKeys) ?? toolOfCursor(event) ?? eventOfWindsurf.exec(event)?.[1] ?? mcpToolOf(info, kind),
    input: inputOf(all, event),
    result: resultOf({ ...all, ...(kind === "afterTool" && info) }, event),
    prompt: firstFilledString({ ...all, ...info }, promptKeys),
    response: firstFilledString({ ...all, ...info }, responseKeys),
    session: sessionOf(payload) ?? stringAt(objectAt(payload, "thread") ?? {}, "id"),
    subagent: subagentOf(payload),
    toolUse: firstFilledString(all, toolUseKeys),
    cwd: firstFilledString({ ...payload, ...(stringAt(info, "cwd") !== undefined && { cwd: info["cwd"] ?? "" }) }, cwdKeys),
  };
  return { event, kind, ...withoutUndefined(fields), roots: rootsOf(payload) };
}

/** Copilot CLI gives a subagent a separate session, and names the session that it works for. */
function sessionOf(payload: JsonRecord): string | undefined {
  const parent = stringAt(payload, "parentAgentId");
  return parent !== undefined && parent !== "" ? parent : firstFilledString(payload, sessionKeys);
}

function eventOf(payload: JsonRecord): string | undefined {
  const own = firstString(payload, eventKeys);
  if (own !== undefined) return own;
  const shared = sharedEventKeys.map((key) => stringAt(payload, key));
  return shared.find((name) => name !== undefined && hookEventKindOf(name) !== "other") ?? eventOfCopilot(payload);
}

/** Reads a payload of Cline, which has the fields of an event and the arguments of a call in nested objects. */
function fieldsOfCline(payload: JsonRecord): JsonRecord {
  const own = ["preToolUse", "postToolUse", "userPromptSubmit"].map((key) => objectAt(payload, key) ?? {});
  const call = objectAt(payload, "tool_call") ?? objectAt(payload, "tool_result") ?? {};
  const { name, input, id, output } = call;
  const typed = withoutUndefined({ tool_name: name, tool_input: input, tool_use_id: id, tool_output: output });
  return Object.assign({}, ...own, typed) as JsonRecord;
}

/** Cline gives the main agent an id too. */
function subagentOf(payload: JsonRecord): string | undefined {
  if (Object.hasOwn(payload, "parent_agent_id") && payload["parent_agent_id"] === null) return undefined;
  return firstFilledString(payload, ["agent_id", "agentId", "subagent_id"]);
}

/** Determines the event of a camelCase payload of Copilot CLI, which does not name it, by its fields. */
function eventOfCopilot(payload: JsonRecord): string | undefined {
  const has = (key: string): boolean => Object.hasOwn(payload, key);
  if (has("toolName")) return has("toolResult") ? "postToolUse" : "preToolUse";
  if (!has("sessionId") || !has("timestamp")) return undefined;
  if (has("prompt")) return "userPromptSubmitted";
  if (has("source")) return "sessionStart";
  if (has("stopReason")) return "agentStop";
  if (has("trigger")) return "preCompact";
  return has("reason") ? "sessionEnd" : undefined;
}

/** Windsurf names the server and the tool in `tool_info`. */
function mcpToolOf(info: JsonRecord, kind: HookEventKind): string | undefined {
  const tool = stringAt(info, "mcp_tool_name");
  if (tool === undefined || (kind !== "beforeTool" && kind !== "afterTool")) return undefined;
  return `@${stringAt(info, "mcp_server_name") ?? "server"}/${tool}`;
}

function inputOf(payload: JsonRecord, event: string): JsonRecord | undefined {
  if (toolOfCursor(event) !== undefined) {
    return Object.fromEntries(Object.entries(payload).filter(([key]) => inputKeysOfCursor.has(key)));
  }
  return toRecord(firstValue(payload, inputKeys));
}

function resultOf(payload: JsonRecord, event: string): Json | undefined {
  if (event === "beforeReadFile" || event === "beforeTabFileRead") return valueAt(payload, "content");
  const value = firstValue(payload, event.startsWith("post_") ? [...resultKeys, "mcp_result", "stdout", "content"] : resultKeys);
  // OpenCode, Copilot CLI: the text is one of several fields.
  if (!isRecord(value)) return value;
  return stringAt(value, "textResultForLlm") ?? (typeof value["output"] === "string" ? value["output"] : value);
}

function rootsOf(payload: JsonRecord): readonly string[] {
  const roots = firstValue(payload, ["workspace_roots", "workspaceRoots"]);
  return Array.isArray(roots)
    ? (roots as readonly Json[]).filter((root): root is string => typeof root === "string" && root !== "")
    : [];
}

function toolOfCursor(event: string): string | undefined {
  return Object.hasOwn(toolsOfCursor, event) ? toolsOfCursor[event] : undefined;
}
