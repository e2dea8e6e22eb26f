import { textMark, type FileContent, type JsonEntry } from "@precept/mdc-compat/install";
import type { Json } from "@precept/core";
import { addEntries, type AddedEntries } from "./add-entries.ts";
import { isProblem, parseJsonDocument, valueOf, type TextProblem } from "@precept/mdc-compat/json-text";
import { removeEntries, type RemoveOptions } from "./remove-entries.ts";
import { addTable, removeTable } from "./toml-table.ts";

export function addContents(
  text: string,
  contents: readonly FileContent[],
  known: readonly string[],
): AddedEntries | TextProblem {
  const entries = contents.flatMap((content) => (content.kind === "json" ? content.entries : []));
  if (entries.length > 0) return addEntries(text, entries, known);
  const [content] = contents;
  if (content?.kind === "toml") {
    const added = addTable(text, content.table, known);
    return isProblem(added) ? added : { ...added, created: [], isReplaced: false };
  }
  const unchanged = { text, insertions: [], created: [], isReplaced: false };
  if (content?.kind !== "text" || text === content.text) return unchanged;
  if (text !== "") {
    const message = text.includes(textMark) ? "the file was changed by hand" : "the file is not Precept's";
    return { message, line: 1, column: 1 };
  }
  return { ...unchanged, text: content.text, insertions: [[0, content.text.length]] };
}

/** Removes contents from a text by their commands. Returns undefined if nothing useful to the user is left. */
export function removeContents(
  text: string,
  contents: readonly FileContent[],
  options: RemoveOptions & { readonly isCreated?: boolean },
): string | undefined | TextProblem {
  const entries = contents.flatMap((content) => (content.kind === "json" ? content.entries : []));
  const isOwnFile =
    options.isCreated === true || contents.some((content) => content.kind === "json" && content.isOwnFile === true);
  if (entries.length > 0) {
    const rest = removeEntries(text, entries, options);
    return typeof rest === "string" && rest !== text && isOwnFile && hasOnlyDefaults(rest, entries) ? undefined : rest;
  }
  const [content] = contents;
  if (content?.kind === "toml") {
    const rest = removeTable(text, content.table, options.known);
    return typeof rest === "string" && options.isCreated === true && rest.trim() === "" ? undefined : rest;
  }
  if (content?.kind !== "text") return text;
  if (text === content.text) return undefined;
  if (!text.includes(textMark)) return text;
  return options.isCreated === true ? { message: "the file was changed by hand and stays", line: 1, column: 1 } : undefined;
}

/** Whether a JSON text has no members but those that every file of the kind needs, and no comments. */
function hasOnlyDefaults(text: string, entries: readonly JsonEntry[]): boolean {
  const document = parseJsonDocument(text);
  if (isProblem(document) || document.tokens.some(({ type }) => type.endsWith("Comment"))) return false;
  const value: Json = document.root === undefined ? {} : valueOf(document.root);
  const defaults = new Set(
    entries.filter(({ kind, path }) => kind === "default" && path.length === 1).map(({ path }) => path[0]),
  );
  const created = new Set(entries.map(({ path }) => path[0]));
  return Object.entries(value ?? {}).every(
    ([name, one]) => defaults.has(name) || (created.has(name) && ["{}", "[]"].includes(JSON.stringify(one))),
  );
}
