import type { Json } from "@precept/core";
import { insertText, type EditedText } from "./edited-text.ts";
import { childrenOf, rangeOf, type Container, type JsonDocument } from "./json-document.ts";

interface Layout {
  /** One level of indentation. Default: two spaces. */
  readonly unit: string;
  readonly lineEnd: string;
}

/**
 * Adds a child to the end of an object or array, in the layout of the text. Everything else stays as it is, comments
 * included.
 *
 * @param name the name of the member, if the container is an object.
 */
export function insertChild(
  edited: EditedText,
  document: JsonDocument,
  container: Container,
  value: Json,
  name?: string,
): EditedText {
  const { text, tokens } = document;
  const [start, end] = rangeOf(container);
  const inner = tokens.filter((token) => rangeOf(token)[0] > start && rangeOf(token)[1] < end);
  const lastToken = inner.at(-1);
  const lastChild = childrenOf(container).at(-1);
  const childEnd = lastChild === undefined ? undefined : rangeOf(lastChild)[1];
  const hasTrailingComma = inner.findLast(({ type }) => !type.endsWith("Comment"))?.type === "Comma";
  const offset = lastToken === undefined ? start + 1 : rangeOf(lastToken)[1];
  const rest = text.slice(offset, end - 1);
  const layout = layoutOf(text);
  const isOnOneLine = lastChild !== undefined && !text.trim().includes("\n") && text.trim() !== "";
  const indent = indentOf(text, container, layout);
  const item = isOnOneLine ? printItem(value, name) : printItem(value, name, layout, indent.child);
  const before = isOnOneLine ? "" : layout.lineEnd + indent.child;
  const comma = hasTrailingComma ? "," : "";
  const after = isOnOneLine || rest.includes("\n") ? "" : layout.lineEnd + indent.own;
  // The item first, because it comes after the comma.
  const withItem = insertText(edited, offset, before + item + comma + after);
  return childEnd === undefined || hasTrailingComma ? withItem : insertText(withItem, childEnd, ",");
}

export function insertRoot(edited: EditedText, value: Json): EditedText {
  const { text } = edited;
  const layout = layoutOf(text);
  const before = text === "" || text === "\uFEFF" || text.endsWith("\n") ? "" : layout.lineEnd;
  return insertText(edited, text.length, `${before}${printItem(value, undefined, layout, "")}${layout.lineEnd}`);
}

function layoutOf(text: string): Layout {
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  const [, unit = "  "] = /^(\t| {1,8})["{[]/m.exec(text) ?? [];
  return { unit, lineEnd };
}

function indentOf(text: string, container: Container, { unit }: Layout): { readonly own: string; readonly child: string } {
  const own = indentAt(text, rangeOf(container)[0]);
  const first = childrenOf(container)[0];
  if (first === undefined) return { own, child: own + unit };
  const before = text.slice(0, rangeOf(first)[0]);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isOnOwnLine = /^[ \t]*$/.test(line) && before.length - line.length > rangeOf(container)[0];
  return { own, child: isOnOwnLine ? line : own + unit };
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function printItem(value: Json, name: string | undefined, layout?: Layout, indent = ""): string {
  const key = name === undefined ? "" : `${JSON.stringify(name)}:${layout === undefined ? "" : " "}`;
  if (layout === undefined) return key + JSON.stringify(value);
  return key + JSON.stringify(value, null, layout.unit).replaceAll("\n", layout.lineEnd + indent);
}
