import type { TomlTable } from "@precept/mdc-compat/install";
import { isRecord, type Json } from "@precept/core";
import { parse, TomlError } from "smol-toml";
import { insertText, type EditedText, type TextProblem } from "@precept/mdc-compat/json-text";
import { isOwnServer } from "./json-entry.ts";

/** Appends a missing table to a TOML text. Fails if the result does not parse or changes another value. */
export function addTable(text: string, table: TomlTable, known: readonly string[] = []): EditedText | TextProblem {
  const before = readToml(text);
  if ("message" in before) return before;
  const existing = valueAt(before.value, table.path);
  const name = table.path.join(".");
  if (existing !== undefined) {
    return isOwnServer(existing, known)
      ? { text, insertions: [] }
      : { message: `"${name}" is another server`, line: lineOf(text, name), column: 1 };
  }
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  const values = Object.entries(table.values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const blank = text === "" || text === "\uFEFF" ? "" : text.endsWith("\n") ? lineEnd : lineEnd + lineEnd;
  const added = insertText({ text, insertions: [] }, text.length, blank + [`[${name}]`, ...values, ""].join(lineEnd));
  const after = readToml(added.text);
  return "message" in after ? { ...after, message: `the table "${name}" cannot be added: ${after.message}` } : added;
}

/** Removes a table by its command. Comments and other tables stay. */
export function removeTable(text: string, table: TomlTable, known: readonly string[] = []): string | TextProblem {
  const before = readToml(text);
  if ("message" in before) return before;
  const existing = valueAt(before.value, table.path);
  if (existing === undefined || !isOwnServer(existing, known)) return text;
  const name = table.path.join(".");
  const lines = text.split(/(?<=\n)/);
  const start = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (start === -1) return { message: `the table "${name}" has another form`, line: lineOf(text, name), column: 1 };
  const next = lines.findIndex((line, at) => at > start && /^\s*\[/.test(line));
  // Comments after the last value belong to what follows.
  const last = lines.findLastIndex((line, at) => at >= start && (next === -1 || at < next) && /^\s*[^\s#]/.test(line));
  const blank = lines[start - 1]?.trim() === "" ? 1 : 0;
  const rest = [...lines.slice(0, start - blank), ...lines.slice(last + 1)].join("");
  return "message" in readToml(rest) ? { message: `the table "${name}" cannot be removed`, line: start + 1, column: 1 } : rest;
}

function readToml(text: string): { readonly value: Json } | TextProblem {
  try {
    // Dates become strings, which are enough to find a table.
    return { value: JSON.parse(JSON.stringify(parse(text.replace(/^\uFEFF/, "")))) as Json };
  } catch (error) {
    if (error instanceof TomlError)
      return { message: error.message.split("\n")[0] ?? "", line: error.line, column: error.column };
    return { message: error instanceof Error ? error.message : String(error), line: 1, column: 1 };
  }
}

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

function lineOf(text: string, name: string): number {
  const at = text.split("\n").findIndex((line) => line.includes(name.split(".").at(-1) ?? name));
  return at === -1 ? 1 : at + 1;
}
