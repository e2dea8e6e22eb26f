import type { Json } from "@precept/core";
import { insertChild, insertRoot } from "../../json-text/insert-json.ts";
import {
  holderOf,
  isProblem,
  locationOf,
  nodeAt,
  parseJsonDocument,
  rangeOf,
  valueOf,
  type JsonDocument,
} from "../../json-text/json-document.ts";
import { removeNodes } from "../../json-text/remove-nodes.ts";
import type { JsonFields } from "../../model/item.ts";
import { findDeepToken } from "./nesting.ts";
import type { FileKeys, FileText, KeyChange, SharedForm } from "./file-form.ts";

/** JSON with comments, in which each item is the value of a key. */
export const sharedJsonForm: SharedForm = {
  read: (text) => {
    const document = parseJsonDocument(text);
    if (isProblem(document)) return { problem: document };
    const problem = findDeepToken(document);
    return problem === undefined ? readRoot(document) : { problem };
  },
  edit: (text, changes) => {
    let result: FileText = { text };
    for (const change of changes) {
      if ("problem" in result) return result;
      result = changeKey(result.text, change);
    }
    return result;
  },
};

function readRoot({ root, text }: JsonDocument): FileKeys {
  if (root === undefined) return { keys: {} };
  if (root.type === "Object") return { keys: valueOf(root) as JsonFields };
  return { problem: { message: "The file is not an object", ...locationOf(text, rangeOf(root)[0]) } };
}

function changeKey(text: string, { path, value }: KeyChange): FileText {
  const document = parseJsonDocument(text);
  if (isProblem(document)) return { problem: document };
  return value === undefined ? removeKey(document, path) : setKey(document, path, value);
}

function setKey(document: JsonDocument, path: readonly string[], value: Json): FileText {
  const { text } = document;
  const unchanged = { text, insertions: [] };
  if (document.root === undefined) return { text: insertRoot(unchanged, nest(path, value)).text };
  const present = nodeAt(document, path);
  if (present !== undefined) {
    const [start, end] = rangeOf(present);
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const indent = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? "";
    const isOnOneLine = !text.trim().includes("\n");
    const [, unit = "  "] = /^(\t| {1,8})["{[]/m.exec(text) ?? [];
    const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
    const printed = isOnOneLine ? JSON.stringify(value) : JSON.stringify(value, null, unit).replaceAll("\n", () => eol + indent);
    return { text: text.slice(0, start) + printed + text.slice(end) };
  }
  // The deepest object on the way that exists.
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const container = nodeAt(document, path.slice(0, depth));
    if (container === undefined) continue;
    if (container.type !== "Object") {
      const name = path.slice(0, depth).join(".");
      const message = name === "" ? "The file is not an object" : `"${name}" is not an object`;
      return { problem: { message, ...locationOf(text, rangeOf(container)[0]) } };
    }
    const name = path[depth] ?? "";
    return { text: insertChild(unchanged, document, container, nest(path.slice(depth + 1), value), name).text };
  }
  return { text };
}

function removeKey(document: JsonDocument, path: readonly string[]): FileText {
  const holder = holderOf(document, path);
  if (holder?.container.type !== "Object") return { text: document.text };
  const member = holder.container.members[holder.index];
  return { text: member === undefined ? document.text : removeNodes(document, [rangeOf(member)]) };
}

function nest(path: readonly string[], value: Json): Json {
  return path.toReversed().reduce<Json>((inner, name) => Object.fromEntries([[name, inner]]), value);
}
