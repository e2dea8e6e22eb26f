import type { JsonEntry } from "@precept/mdc-compat/install";
import { pushAll, isRecord, type Json } from "@precept/core";
import type { HostId } from "../host-ids.ts";

/** The members of a handler that contain command lines, over all hosts. */
export const commandMembers = ["command", "bash", "powershell", "commandWindows", "windows"] as const;

/** The command lines of a handler. None if the value is no handler. */
export function commandsOf(value: Json): readonly string[] {
  if (!isRecord(value)) return [];
  return commandMembers.map((name) => value[name]).filter((one) => typeof one === "string");
}

/** The command lines in an entry, by which entries of a command with another name are recognised. */
export function linesOf({ kind, value }: JsonEntry): readonly string[] {
  const lines: string[] = [];
  JSON.stringify(value, (_, inner: Json) => {
    pushAll(lines, commandsOf(inner));
    if (kind === "server" && isRecord(inner) && "command" in inner) lines.push(wordsOf(inner).join(" "));
    return inner;
  });
  return lines;
}

/** Whether a value is a handler that runs `precept hook AGENT`. */
export function isOwnHandler(value: Json, agent: HostId, known: readonly string[] = []): boolean {
  return commandsOf(value).some((line) => isHookCommand(line, agent, known));
}

export function isOwnServer(value: Json, known: readonly string[] = []): boolean {
  if (!isRecord(value)) return false;
  const words = wordsOf(value);
  return isMcpCommand(words) || known.includes(words.join(" "));
}

function wordsOf(server: { readonly [name: string]: Json }): readonly string[] {
  return [server["command"], server["args"]].flat().filter((one) => typeof one === "string");
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

/** Program names by which `precept` is started: the command itself, its package, and its file. */
const program = /(?:^|[\\/])(?:precept(?:\.(?:cmd|exe|ps1))?|@precept[\\/]cli(?:@[\w.^~-]+)?(?:[\\/]dist[\\/]main\.js)?)$/i;

/** Splits a command line at blanks that are not quoted, and removes the quotes. */
export function splitCommand(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/["']/g, ""));
}

/** Whether a command line runs `precept hook HOST`, however precept is started. */
function isHookCommand(line: string, host: HostId, known: readonly string[] = []): boolean {
  if (known.includes(line)) return true;
  const words = splitCommand(line);
  return words.at(-1) === host && words.at(-2) === "hook" && program.test(words.at(-3) ?? "");
}

function isMcpCommand(words: readonly string[]): boolean {
  const at = words.findIndex((word) => program.test(word));
  return at !== -1 && words[at + 1] === "mcp";
}
