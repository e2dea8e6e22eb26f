import {
  detectLineBreak,
  editHeader,
  extractContent,
  joinFrontMatter,
  printYaml,
  readHeaderLines,
  readYamlHeader,
  splitFrontMatter,
  type Json,
} from "@precept/core";
import type { JsonFields } from "../../model/item.ts";
import { isSameValue } from "../same-value.ts";
import type { FileForm, FileKeys } from "./file-form.ts";

/** Front matter with a text below it, which is the key `content`. */
export const markdownForm: FileForm = {
  read: (text) => {
    const split = splitFrontMatter(text);
    const header = readHeader(split.header, split.headerLine);
    if ("problem" in header) return header;
    return { keys: { ...header.keys, content: trimLines(extractContent(split)) } };
  },
  print: (keys, original) => {
    const before = original === undefined ? undefined : markdownForm.read(original);
    const { content, ...header } = keys;
    const text = typeof content === "string" ? content : "";
    if (original === undefined || before === undefined || "problem" in before) return printNew(header, text);
    const { content: contentBefore, ...headerBefore } = before.keys;
    const changes = compareKeys(headerBefore, header);
    const split = splitFrontMatter(original);
    if (!split.found && changes.size > 0) return printNew(header, text);
    const body = text === contentBefore ? split.body : replaceText(split.body, text, detectLineBreak(original));
    return joinFrontMatter({ ...split, header: changes.size === 0 ? split.header : editHeader(split, changes), body });
  },
};

/**
 * Reads the keys of a front matter. Where it is not valid YAML, each key has the rest of its line, as in the tools that
 * read it line by line: a description with a colon and a blank is common, and works in them.
 */
export function readHeader(header: string, firstLine: number): FileKeys {
  const { entries, diagnostics } = readYamlHeader(header, firstLine);
  const [problem] = diagnostics;
  if (problem === undefined) return { keys: Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value])) };
  const values = problem.code === "front-matter/yaml" ? readLines(header) : undefined;
  if (values !== undefined) return { keys: values };
  return { problem: { message: problem.message, line: problem.line ?? firstLine, column: problem.column ?? 1 } };
}

/** Reads each line as a key and a text. Undefined if there are other lines, or values that begin like YAML. */
function readLines(header: string): JsonFields | undefined {
  const { entries, strays } = readHeaderLines(header);
  const names = new Set(entries.map(({ key }) => key));
  if (strays.length > 0 || names.size === 0 || names.size < entries.length) return undefined;
  const values: [string, Json][] = [];
  for (const { key, value, continuation } of entries) {
    const read = readYamlHeader(`value: ${value}\n${continuation}`, 1);
    if (read.diagnostics.length === 0) values.push([key, read.entries.get("value")?.value ?? ""]);
    else if (continuation === "" && /^[\p{L}\p{N}(</$]/u.test(value)) values.push([key, value]);
    else return undefined;
  }
  return Object.fromEntries(values);
}

/** The lines of the keys whose values differ. Undefined removes a line. */
export function compareKeys(
  before: JsonFields,
  after: JsonFields,
  print: (key: string, value: Json) => string = printLine,
): Map<string, string | undefined> {
  const changes = new Map<string, string | undefined>();
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = Object.hasOwn(after, key) ? after[key] : undefined;
    if (isSameValue(before[key], value)) continue;
    changes.set(key, value === undefined ? undefined : print(key, value));
  }
  return changes;
}

function printLine(key: string, value: Json): string {
  return `${key}: ${printYaml(value)}`;
}

function printNew(keys: JsonFields, content: string): string {
  const lines = Object.entries(keys).map(([key, value]) => printLine(key, value));
  const text = content === "" ? "" : `${content}\n`;
  // A text that begins like front matter needs an empty one before it.
  return lines.length === 0 && !splitFrontMatter(text).found ? text : ["---", ...lines, "---", "", text].join("\n");
}

/** Replaces a text, and keeps the empty lines before it and the line end after it. */
function replaceText(text: string, content: string, eol: string): string {
  const start = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text)?.[0] ?? "";
  if (content === "") return start;
  const end = /(?:\r\n|\r|\n)[ \t\r\n]*$/.exec(text.slice(start.length))?.[0] ?? eol;
  return start + content.replaceAll("\n", () => eol) + end;
}

/** A text without the empty lines around it, and with line feeds only. */
export function trimLines(content: string): string {
  return content
    .replaceAll(/\r\n|\r/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}
