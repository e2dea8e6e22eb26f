import { isRecord } from "@precept/core";
import { readHookPayload, type Subject } from "@precept/governance";
import type { ToolCall } from "./call-options.ts";
import { toJson } from "./to-json.ts";

/** Reads the texts to check from a tool call like from a hook payload, so that policies treat all agents alike. */
export function readSubjects(
  { name, arguments: given }: ToolCall,
  root: string | undefined,
  event: "PreToolUse" | "PostToolUse",
  result?: unknown,
): readonly Subject[] {
  const response = event === "PreToolUse" ? undefined : toJson(result ?? "");
  const payload = { hook_event_name: event, tool_name: name, tool_input: readArguments(given), tool_response: response };
  return readHookPayload(payload, root)?.subjects ?? [];
}

/** Text is parsed with the payload. A value that is neither text nor an object is checked as the field `input`. */
function readArguments(value: unknown): unknown {
  if (typeof value === "string" || value === undefined) return value;
  const json = toJson(value);
  return isRecord(json) ? json : { input: json };
}
