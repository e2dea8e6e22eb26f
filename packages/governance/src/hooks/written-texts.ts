import { withoutUndefined, type Json } from "@precept/core";
import type { Subject } from "../model/subject.ts";
import { firstFilledString, firstString, recordsAt, stringAt, toList, valueAt, type JsonRecord } from "./json-values.ts";
import { readReplaceBlocks } from "./read-patch.ts";

/** Keys with the path of a file, and with several paths. */
const pathKeys = (
  "file_path filePath notebook_path notebookPath path absolute_path absolutePath target_file targetFile filename file " +
  "dirPath"
).split(" ");
const pathListKeys = ["paths", "file_paths", "filePaths", "files", "include"];
/** Keys with a list of changes, each of which can have a path. */
const changeListKeys = ["edits", "replacements", "operations", "changes"];
/** Keys with the whole new content of a file. */
const contentKeys = ["content", "contents", "file_text", "fileText", "file_content"];
/** Keys with the new content of a part of a file. */
const editKeys = (
  "new_string newString new_str newStr new_text newText new_source newCode after code code_edit insert_text insertText " +
  "replacement"
).split(" ");

/** Reads the texts that a tool writes to files, by the keys of its input. None if it writes nothing. */
export function readWrittenSubjects(input: JsonRecord): readonly Subject[] {
  const file = firstFilledString(input, pathKeys);
  const changes = changeListKeys.flatMap((key) => recordsAt(input, key));
  const numbered = Object.keys(input)
    .filter((key) => /^new_str_\d+$/.test(key))
    .flatMap((key) => stringAt(input, key) ?? []);
  return [
    ...textsIn(input, file),
    ...numbered.map((text) => withoutUndefined({ kind: "file" as const, text, file, fragment: true })),
    ...changes.flatMap((change) => textsIn(change, firstFilledString(change, pathKeys) ?? file)),
  ];
}

function textsIn(change: JsonRecord, file: string | undefined): readonly Subject[] {
  const whole = firstString(change, contentKeys);
  const part = firstString(change, editKeys);
  const diff = stringAt(change, "diff");
  const blocks = diff === undefined ? [] : (readReplaceBlocks(diff) ?? [diff]);
  // Without a path, `content` and `code` are texts of any kind, such as a message.
  if (file === undefined) return [];
  const parts = part === undefined ? blocks : [part, ...blocks];
  return [
    ...(whole === undefined ? [] : [{ kind: "file" as const, text: whole, file }]),
    ...parts.map((text) => ({ kind: "file" as const, text, file, fragment: true })),
  ];
}

/** Returns the paths in the input of a tool, in any of the keys and lists in which agents pass them. */
export function pathsIn(input: JsonRecord): readonly string[] {
  const own = pathKeys.flatMap((key) => stringAt(input, key) ?? []);
  const listed = pathListKeys.flatMap((key) => textList(valueAt(input, key)));
  const changes = changeListKeys.flatMap((key) => recordsAt(input, key));
  const nested = [...changes, ...recordsAt(input, "files")].flatMap((change) =>
    pathKeys.flatMap((key) => stringAt(change, key) ?? []),
  );
  return [...new Set([...own, ...listed, ...nested])].filter((path) => path !== "");
}

function textList(value: Json | undefined): readonly string[] {
  const list = toList(value).filter((one): one is string => typeof one === "string");
  return typeof value === "string" && list.length === 0 ? [value] : list;
}
