import type { JsonEntry } from "@precept/mdc-compat/install";
import { isRecord, type Json } from "@precept/core";
import type { HostId } from "../host-ids.ts";
import { isHookCommand, isMcpCommand } from "./own-command.ts";

/** The members of a handler that contain command lines, over all hosts. */
export const commandMembers = ["command", "bash", "powershell", "commandWindows", "windows"] as const;

/** The command lines of a handler. None if the value is no handler. */
export function commandsOf(value: Json): readonly string[] {
  if (!isRecord(value)) return [];
  return commandMembers.map((name) => value[name]).filter((one) => typeof one === "string");
}

/** Whether a value is a handler that runs `precept hook AGENT`. */
function isOwnHandler(value: Json, agent: HostId, known: readonly string[] = []): boolean {
  return commandsOf(value).some((line) => isHookCommand(line, agent, known));
}

/** Whether a value is an MCP server that runs `precept mcp`. */
export function isOwnServer(value: Json, known: readonly string[] = []): boolean {
  if (!isRecord(value)) return false;
  const words = [value["command"], value["args"]].flat().filter((one) => typeof one === "string");
  return isMcpCommand(words) || known.includes(words.join(" "));
}

/** Returns the handler of an entry in the value of its array, with its path. */
export function findHandlerOf(
  array: Json,
  { agent, by, value }: Extract<JsonEntry, { kind: "hook" }>,
  known: readonly string[] = [],
): ReturnType<typeof findOwnHandler> {
  const isOther = (one: Json): boolean => by !== undefined && isRecord(one) && isRecord(value) && one[by] !== value[by];
  return findOwnHandler(Array.isArray(array) ? array.map((one: Json) => (isOther(one) ? null : one)) : array, agent, known);
}

/** Returns the first handler in a value that runs `precept hook AGENT`, with its path in the value. */
export function findOwnHandler(
  value: Json,
  agent: HostId,
  known: readonly string[] = [],
): { readonly path: readonly (string | number)[]; readonly handler: { readonly [name: string]: Json } } | undefined {
  if (isRecord(value) && isOwnHandler(value, agent, known)) return { path: [], handler: value };
  const children: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((one: Json, at) => [at, one] as const)
    : isRecord(value)
      ? Object.entries(value)
      : [];
  for (const [name, child] of children) {
    const found = findOwnHandler(child, agent, known);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}
