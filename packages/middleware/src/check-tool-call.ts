import { isRecord } from "@precept/core";
import { readHookPayload, type Subject } from "@precept/governance";
import { enforceOn, type PolicyDecision } from "./enforce-on.ts";
import type { MiddlewareOptions } from "./options.ts";
import type { RulesSource } from "./rules-source.ts";
import { toJson } from "./to-json.ts";
import type { ToolCall } from "./tool-call.ts";

/** Whether a tool call is allowed. Append the advice to the result of the tool. */
export type ToolCallDecision = PolicyDecision;

/** Whether the result of a tool may be returned to the model. */
export type ToolResultDecision = PolicyDecision;

/** Enforces the policies on the arguments of a tool call, before it runs. */
export async function checkToolCall(source: RulesSource, options: MiddlewareOptions, call: ToolCall): Promise<ToolCallDecision> {
  return enforceOn(source, options, { ...call, checked: "arguments", event: "PreToolUse" }, () => {
    const own = options.subjectsOf?.(call);
    return own ?? readSubjects(call, source.root, "PreToolUse");
  });
}

/** Enforces the policies on the result of a tool. Its arguments were checked before it ran. */
export async function checkToolResult(
  source: RulesSource,
  options: MiddlewareOptions,
  call: ToolCall,
  result: unknown,
): Promise<ToolResultDecision> {
  return enforceOn(source, options, { ...call, checked: "result", event: "PostToolUse" }, () =>
    readSubjects(call, source.root, "PostToolUse", result).filter(({ kind }) => kind === "result"),
  );
}

/** Reads the texts to check, as from the hook payload of a coding agent, so that policies treat all agents alike. */
function readSubjects(call: ToolCall, root: string | undefined, event: string, result?: unknown): readonly Subject[] {
  const input = readArguments(call.arguments);
  const payload = { hook_event_name: event, tool_name: call.name, tool_input: input, tool_response: toJson(result ?? "") };
  return readHookPayload(event === "PreToolUse" ? { ...payload, tool_response: undefined } : payload, root)?.subjects ?? [];
}

/** Text is parsed with the payload. A value that is neither text nor an object is checked as the field `input`. */
function readArguments(value: unknown): unknown {
  if (typeof value === "string" || value === undefined) return value;
  const json = toJson(value);
  return isRecord(json) ? json : { input: json };
}
