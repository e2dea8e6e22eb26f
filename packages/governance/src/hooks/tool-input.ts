import { isRecord, type Json } from "@precept/core";
import type { Subject } from "../model/subject.ts";
import { joinInput, stringAt, type JsonRecord } from "./json-values.ts";

/** Keys with the path of a file. */
const fileKeys = ["file_path", "notebook_path", "path", "target_file", "filePath"];
/** Keys with the whole new content of a file. */
const contentKeys = ["content", "contents"];
/** Keys with the new content of a part of a file. */
const editKeys = ["new_string", "new_source", "newString", "code_edit"];

/**
 * Reads the subjects in the input of a tool, by its keys: Write, Edit, MultiEdit, NotebookEdit, Bash and PowerShell of Claude Code, similar
 * tools of other agents, and any other tool as one text.
 */
export function readToolInput(tool: string, input: JsonRecord): readonly Subject[] {
  const file = firstString(input, fileKeys);
  if (file === undefined) {
    const command = commandOf(input);
    if (command !== undefined && !tool.startsWith("mcp__")) return [{ kind: "command", text: command }];
    return [{ kind: "tool", text: joinInput(input) }];
  }
  const written = readWrittenText(input);
  if (written.length > 0)
    return written.map(({ text, isPart }) => ({ kind: "file", text, file, ...(isPart && { fragment: true }) }));
  return [{ kind: "tool", text: joinInput(input), file }];
}

/** Some agents pass a command as a list of words. */
function commandOf(input: JsonRecord): string | undefined {
  const words = input["command"];
  return Array.isArray(words) && words.every((word) => typeof word === "string") ? words.join(" ") : stringAt(input, "command");
}

function readWrittenText(input: JsonRecord): readonly { readonly text: string; readonly isPart: boolean }[] {
  const whole = firstString(input, contentKeys);
  if (whole !== undefined) return [{ text: whole, isPart: false }];
  const edits = input["edits"];
  const changes: readonly Json[] = Array.isArray(edits) ? edits : [input];
  return changes.flatMap((change) => {
    const text = isRecord(change) ? firstString(change, editKeys) : undefined;
    return text === undefined ? [] : [{ text, isPart: true }];
  });
}

function firstString(record: JsonRecord, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = stringAt(record, key);
    if (text !== undefined) return text;
  }
  return undefined;
}
