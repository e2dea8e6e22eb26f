import type { JsonEntry } from "@precept/mdc-compat/install";
import {
  childrenOf,
  holderOf,
  isProblem,
  nodeAt,
  parseJsonDocument,
  rangeOf,
  valueOf,
  type Container,
  type JsonDocument,
  type JsonPath,
  type TextProblem,
} from "./json-document.ts";
import { findHandlerOf, isOwnServer } from "./json-entry.ts";

export interface RemoveOptions {
  /** Paths of members that the install created. Others stay, even if empty. Default: all may be removed. */
  readonly created?: readonly (readonly string[])[];
  /** Command lines that are Precept's although they do not look like it. */
  readonly known?: readonly string[];
}

export function removeEntries(text: string, entries: readonly JsonEntry[], options: RemoveOptions = {}): string | TextProblem {
  let rest = text;
  for (const entry of entries) {
    if (entry.kind === "default") continue;
    for (;;) {
      const document = parseJsonDocument(rest);
      if (isProblem(document)) return document;
      const path = findEntry(document, entry, options.known);
      if (path === undefined) break;
      const next = removeAt(document, path, entry.path.length, options);
      if (next === rest) break;
      rest = next;
    }
  }
  return rest;
}

/** The path to remove: the server, or the innermost array element that contains the handler. */
function findEntry(document: JsonDocument, entry: JsonEntry, known?: readonly string[]): JsonPath | undefined {
  const node = nodeAt(document, entry.path);
  if (node === undefined) return undefined;
  if (entry.kind === "server") return isOwnServer(valueOf(node), known) ? entry.path : undefined;
  if (entry.kind === "default" || node.type !== "Array") return undefined;
  const found = findHandlerOf(valueOf(node), entry, known);
  if (found === undefined) return undefined;
  const path: JsonPath = [...entry.path, ...found.path];
  return path.slice(0, path.findLastIndex((name) => typeof name === "number") + 1);
}

/** Removes a node, then empty containers. @param fixed length of the entry's path, below which groups are. */
function removeAt(document: JsonDocument, path: JsonPath, fixed: number, options: RemoveOptions): string {
  const holder = holderOf(document, path);
  if (holder === undefined) return document.text;
  const text = removeChild(document, holder.container, holder.index);
  const parent = path.slice(0, -1);
  const next = parseJsonDocument(text);
  if (isProblem(next) || parent.length === 0) return isProblem(next) ? document.text : text;
  const left = nodeAt(next, parent);
  const isEmpty = left?.type === "Array" ? left.elements.length === 0 : left?.type === "Object" && left.members.length === 0;
  if (!isEmpty) return text;
  const group = parent.slice(0, parent.findLastIndex((name) => typeof name === "number") + 1);
  if (parent.length > fixed && group.length > fixed) return removeAt(next, group, fixed, options);
  const isCreated = options.created?.some((one) => one.join("\0") === parent.join("\0")) ?? true;
  return isCreated ? removeAt(next, parent, fixed, options) : text;
}

/**
 * Returns a text without one child of an object or array: the child, one comma, and the whitespace before the child.
 * Comments stay.
 *
 * @param index the position of the child in the container.
 */
function removeChild({ text, tokens }: JsonDocument, container: Container, index: number): string {
  const child = childrenOf(container)[index];
  if (child === undefined) return text;
  const [start, end] = rangeOf(child);
  const others = tokens.filter(({ type }) => !type.endsWith("Comment"));
  const after = others.find((token) => rangeOf(token)[0] >= end);
  const before = others.findLast((token) => rangeOf(token)[1] <= start);
  const blank = text.slice(0, start).trimEnd().length;
  // After a line comment the line end stays, because what follows would become part of the comment.
  const endsInLineComment = tokens.some((token) => {
    const [from, to] = rangeOf(token);
    // The comment may end in blanks.
    return token.type === "LineComment" && from < blank && blank <= to;
  });
  const cut = endsInLineComment && !/^[ \t]*\r?\n/.test(text.slice(end)) ? start : blank;
  if (after?.type === "Comma") {
    const [commaStart, commaEnd] = rangeOf(after);
    return text.slice(0, cut) + text.slice(end, commaStart) + text.slice(commaEnd);
  }
  if (before?.type !== "Comma") return text.slice(0, cut) + text.slice(end);
  const [commaStart, commaEnd] = rangeOf(before);
  return text.slice(0, commaStart) + text.slice(commaEnd, Math.max(cut, commaEnd)) + text.slice(end);
}
