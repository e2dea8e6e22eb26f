import type { Json } from "@precept/core";
import type { Subject } from "../model/subject.ts";
import { isRecord, textAt, textsIn, type JsonRecord } from "./json-record.ts";

const fileKeys = ["file_path", "notebook_path", "path", "target_file", "filePath"];
/** What a file will hold as a whole. */
const wholeKeys = ["content", "contents"];
/** What a part of it will hold. */
const partKeys = ["new_string", "new_source", "newString", "code_edit"];

/**
 * What a tool is about to do, read by the shape of its input: Write, Edit, MultiEdit, NotebookEdit, Bash and PowerShell of Claude Code, their
 * likes in other agents, and any other tool as the texts that it is given.
 */
export function readToolInput(tool: string, input: JsonRecord): readonly Subject[] {
  const file = firstText(input, fileKeys);
  if (file === undefined) {
    const command = commandOf(input);
    if (command !== undefined && !tool.startsWith("mcp__")) return [{ kind: "command", text: command }];
    return [{ kind: "tool", text: textsIn(input) }];
  }
  const written = readWritten(input);
  if (written.length > 0)
    return written.map(({ text, isPart }) => ({ kind: "file", text, file, ...(isPart && { fragment: true }) }));
  return [{ kind: "tool", text: textsIn(input), file }];
}

/** Some agents give the words of a command one by one. */
function commandOf(input: JsonRecord): string | undefined {
  const words = input["command"];
  return Array.isArray(words) && words.every((word) => typeof word === "string") ? words.join(" ") : textAt(input, "command");
}

function readWritten(input: JsonRecord): readonly { readonly text: string; readonly isPart: boolean }[] {
  const whole = firstText(input, wholeKeys);
  if (whole !== undefined) return [{ text: whole, isPart: false }];
  const edits = input["edits"];
  const changes: readonly Json[] = Array.isArray(edits) ? edits : [input];
  return changes.flatMap((change) => {
    const text = isRecord(change) ? firstText(change, partKeys) : undefined;
    return text === undefined ? [] : [{ text, isPart: true }];
  });
}

function firstText(record: JsonRecord, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textAt(record, key);
    if (text !== undefined) return text;
  }
  return undefined;
}
