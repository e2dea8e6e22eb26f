import { isRecord, type Json } from "@precept/core";
import type { Exchange } from "./exchange.ts";

/**
 * Lists the shell commands that an agent called, each call once, in the order of the calls. They are in the requests: an agent sends the calls of the model
 * back with their results.
 */
export function shellCommandsIn(exchanges: readonly Exchange[]): readonly string[] {
  const found = new Map<string, string>();
  for (const { request } of exchanges) {
    if (!isRecord(request)) continue;
    for (const call of callsIn([request["messages"], request["input"]])) {
      const command = commandOf(call.input);
      if (command !== undefined) found.set(call.id, command);
    }
  }
  return [...found.values()];
}

interface Call {
  readonly id: string;
  readonly input: Json | undefined;
}

/** Finds the calls in the messages of either protocol. */
function callsIn(value: unknown): readonly Call[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isRecord(value)) return [];
  const { type, id, call_id: callId = id, input, arguments: written, function: called, content, tool_calls: calls } = value;
  if (type === "tool_use") return [{ id: String(id), input: input as Json }];
  if (type === "function_call") return [{ id: String(callId), input: parseArguments(written) }];
  if (isRecord(called)) return [{ id: String(id), input: parseArguments(called["arguments"]) }];
  return [...callsIn(content), ...callsIn(calls)];
}

function parseArguments(written: unknown): Json | undefined {
  try {
    return typeof written === "string" ? (JSON.parse(written) as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** `["bash", "-lc", "ls"]` is `ls`. */
function commandOf(input: Json | undefined): string | undefined {
  if (!isRecord(input)) return undefined;
  const command = input["command"] ?? input["cmd"];
  if (typeof command === "string") return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === "string")) return undefined;
  const [program = "", option = "", line] = command as readonly string[];
  return /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-l?c$/.test(option) ? line : command.join(" ");
}
