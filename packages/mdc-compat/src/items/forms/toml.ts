import { isRecord, type Json } from "@precept/core";
import { parse, stringify, TomlError } from "smol-toml";
import { isSameValue } from "../same-value.ts";
import type { JsonFields } from "../../model/item.ts";
import { findDeepValue } from "./nesting.ts";
import type { FileForm, FileKeys, FileText, KeyChange, SharedForm } from "./file-form.ts";

/** A TOML file with the keys of one item. */
export const tomlForm: FileForm = {
  read: readToml,
  print: (keys, original) => {
    const before = original === undefined ? undefined : readToml(original);
    if (original !== undefined && before !== undefined && "keys" in before && isSameValue(before.keys, keys)) return original;
    return Object.entries(keys)
      .map(([key, value]) => printKey(key, value))
      .join("");
  },
};

/** A TOML file in which each item is a table. */
export const sharedTomlForm: SharedForm = {
  read: readToml,
  edit: (text, changes) => {
    let result: FileText = { text };
    for (const change of changes) {
      if ("problem" in result) return result;
      result = changeTable(result.text, change);
    }
    return result;
  },
};

function readToml(text: string): FileKeys {
  try {
    // Dates become texts.
    const keys = JSON.parse(JSON.stringify(parse(text.replace(/^\uFEFF/, "")))) as JsonFields;
    const problem = findDeepValue({ ...keys });
    return problem === undefined ? { keys } : { problem };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    const { line, column } = error instanceof TomlError ? error : { line: 1, column: 1 };
    return { problem: { message, line, column } };
  }
}

/** Prints a text of several lines as such, where it needs no escapes. */
function printKey(key: string, value: Json): string {
  const isLong = typeof value === "string" && value.includes("\n") && !/["\\]|[^\P{Cc}\n\t]/u.test(value);
  const name = (stringify({ [key]: 0 }).split(" =")[0] ?? key).trim();
  return isLong ? `${name} = """\n${value}\n"""\n` : `${stringify({ [key]: value }).trimEnd()}\n`;
}

function changeTable(text: string, { path, value }: KeyChange): FileText {
  const before = readToml(text);
  if ("problem" in before) return before;
  const name = path.join(".");
  const refuse = (line: number): FileText => ({
    problem: {
      message: `The table "${name}" cannot be changed alone, because it has another form than [${name}]`,
      line,
      column: 1,
    },
  });
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const lines = text.split(/(?<=\n)/);
  const [start, end] = findTable(lines, path);
  const printed = value === undefined ? "" : `${stringify(nest(path, value)).trimEnd()}\n`.replaceAll("\n", () => eol);
  const hasText = text !== "" && text !== "\uFEFF";
  const separator = !hasText ? "" : text.endsWith("\n") ? eol : eol + eol;
  const blank = value === undefined && start > 0 && lines[start - 1]?.trim() === "" ? 1 : 0;
  const edited =
    start === -1
      ? text + (value === undefined ? "" : separator + printed)
      : [...lines.slice(0, start - blank), printed, ...lines.slice(end)].join("");
  const after = readToml(edited);
  const expected = withValue(before.keys, path, value);
  return "keys" in after && isSameWithoutEmpty(after.keys, expected) ? { text: edited } : refuse(start === -1 ? 1 : start + 1);
}

/** The lines of a table and the tables in it, from the first header to the last value. -1 if there is no header. */
function findTable(lines: readonly string[], path: readonly string[]): readonly [start: number, end: number] {
  const isOwn = (line: string): boolean => {
    const header = readTableHeader(line);
    return header !== undefined && path.every((name, at) => header[at] === name);
  };
  const start = lines.findIndex(isOwn);
  if (start === -1) return [-1, -1];
  const next = lines.findIndex((line, at) => at > start && readTableHeader(line) !== undefined && !isOwn(line));
  // Comments after the last value belong to what follows.
  const last = lines.findLastIndex((line, at) => at >= start && (next === -1 || at < next) && /^\s*[^\s#]/.test(line));
  return [start, last + 1];
}

/** The names in a table header such as `[mcp_servers."my server"]`. Undefined for other lines. */
function readTableHeader(line: string): readonly string[] | undefined {
  if (!/^\s*\[/.test(line)) return undefined;
  const read = readToml(line);
  if ("problem" in read) return undefined;
  const names: string[] = [];
  for (let value: Json | undefined = read.keys; isRecord(value);) {
    const [entry] = Object.entries(value);
    if (entry === undefined) break;
    names.push(entry[0]);
    value = (Array.isArray(entry[1]) ? entry[1][0] : entry[1]) as Json | undefined;
  }
  return names;
}

function nest(path: readonly string[], value: Json): { [key: string]: Json } {
  return path.toReversed().reduce<Json>((inner, name) => Object.fromEntries([[name, inner]]), value) as { [key: string]: Json };
}

function withValue(keys: JsonFields, path: readonly string[], value: Json | undefined): JsonFields {
  const [name, ...rest] = path;
  if (name === undefined) return keys;
  const others = Object.entries(keys).filter(([key]) => key !== name);
  if (rest.length === 0) return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
  const inner = keys[name];
  return Object.fromEntries([...others, [name, withValue(isRecord(inner) ? inner : {}, rest, value) as Json]]);
}

/** Compares values; a table without keys is none. */
function isSameWithoutEmpty(left: JsonFields, right: JsonFields): boolean {
  return isSameValue(dropEmpty(left), dropEmpty(right));
}

function dropEmpty(value: Json): Json {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, dropEmpty(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => !isRecord(item) || Object.keys(item).length > 0));
}
