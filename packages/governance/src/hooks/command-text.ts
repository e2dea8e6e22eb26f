import type { Json } from "@precept/core";
import { joinInput, joinStrings, toList, valueAt, type JsonRecord } from "./json-values.ts";

/** Keys whose value is a command in any tool. */
const commandKeys = ["command", "commands", "cmd", "command_line", "commandLine", "shell_command"];

/** Further keys of tools that run commands. */
const inputKeys = ["script", "input", "text", "keys", "chars"];

/** Reads the commands in the input of a tool. `any`: the whole input counts if no key names a command. */
export function readCommands(input: JsonRecord, from: "named" | "any"): readonly string[] {
  const named = readKeys(input, commandKeys);
  if (named.length > 0 || from === "named") return named;
  const others = readKeys(input, inputKeys);
  const whole = others.length > 0 ? others : [joinInput(input)];
  return whole.filter((text) => text !== "");
}

function readKeys(input: JsonRecord, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => commandsOf(key, valueAt(input, key))).filter((text) => text !== "");
}

function commandsOf(key: string, value: Json | undefined): readonly string[] {
  if (typeof value !== "string" && !Array.isArray(value)) return value === undefined ? [] : [joinInput(value)];
  const list = toList(value);
  if (list.length === 0) return typeof value === "string" ? [value] : [];
  if (key === "commands") return list.map((one) => (Array.isArray(one) ? joinWords(one as readonly Json[]) : joinStrings(one)));
  return typeof value === "string" ? [value] : [joinWords(list)];
}

const shells = /(?:^|[\\/])(?:ba|z|da|k|fi)?sh(?:\.exe)?$|(?:^|[\\/])(?:cmd|powershell|pwsh)(?:\.exe)?$/i;

/** Joins the words of a command. `["bash", "-lc", text]` becomes the text itself. Words with white space are quoted. */
function joinWords(list: readonly Json[]): string {
  const words = list.map((word) => (typeof word === "string" ? word : joinStrings(word)));
  const [program = "", flag = "", script, ...rest] = words;
  const isScript = shells.test(program) && /^(?:-\w*c|\/c|-command)$/i.test(flag);
  if (isScript && script !== undefined && rest.length === 0) return script;
  return words.map((word) => (/[\s'"`$;&|<>()]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : word)).join(" ");
}
