import type { JsonEntry } from "@precept/mdc-compat/install";
import { isRecord, type Json } from "@precept/core";
import { type EditedText, insertChild, insertRoot } from "@precept/mdc-compat/json-text";
import {
  findMember,
  isProblem,
  locationOf,
  nodeAt,
  parseJsonDocument,
  rangeOf,
  valueOf,
  type JsonDocument,
  type JsonPath,
  type TextProblem,
} from "@precept/mdc-compat/json-text";
import { commandMembers, findHandlerOf, findOwnHandler, isOwnServer } from "./json-entry.ts";

export interface AddedEntries extends EditedText {
  /** The paths of members that were created and contain the entries. */
  readonly created: readonly (readonly string[])[];
  /** Whether an existing entry's command was replaced, so that removing the insertions does not restore it. */
  readonly isReplaced: boolean;
}

export function addEntries(
  text: string,
  entries: readonly JsonEntry[],
  known: readonly string[] = [],
): AddedEntries | TextProblem {
  let state: AddedEntries = { text, insertions: [], created: [], isReplaced: false };
  for (const entry of entries) {
    const document = parseJsonDocument(state.text);
    if (isProblem(document)) return document;
    const next = addEntry(state, document, entry, known);
    if (isProblem(next)) return next;
    state = next;
  }
  return state;
}

function addEntry(
  state: AddedEntries,
  document: JsonDocument,
  entry: JsonEntry,
  known: readonly string[],
): AddedEntries | TextProblem {
  const { root } = document;
  const { path } = entry;
  const leaf = entry.kind === "hook" ? [entry.value] : entry.value;
  if (root === undefined)
    return { ...state, ...insertRoot(state, nest(path, leaf)), created: [...state.created, ...parentsOf(path)] };
  for (let depth = 0; depth < path.length; depth++) {
    const at = path.slice(0, depth);
    const node = nodeAt(document, at);
    if (node?.type !== "Object") return wrongType(document, at, "an object");
    const name = path[depth] ?? "";
    if (findMember(node, name) === undefined) {
      const edited = insertChild(state, document, node, nest(path.slice(depth + 1), leaf), name);
      return { ...state, ...edited, created: [...state.created, ...parentsOf(path).slice(depth)] };
    }
  }
  if (entry.kind === "default") return state;
  if (entry.kind === "server") return completeServer(state, document, entry, known);
  const node = nodeAt(document, path);
  if (node?.type !== "Array") return wrongType(document, path, "an array");
  const found = findHandlerOf(valueOf(node), entry, known);
  if (found === undefined) return { ...state, ...insertChild(state, document, node, entry.value) };
  const wanted = findOwnHandler(entry.value, entry.agent, known)?.handler ?? {};
  return complete(state, document, [...path, ...found.path], wanted);
}

function completeServer(
  state: AddedEntries,
  document: JsonDocument,
  { path, value }: JsonEntry,
  known: readonly string[],
): AddedEntries | TextProblem {
  const node = nodeAt(document, path);
  if (node?.type === "Object" && isRecord(value) && isOwnServer(valueOf(node), known))
    return complete(state, document, path, value);
  const location = locationOf(document.text, rangeOf(node ?? {})[0]);
  return { message: `"${path.join(".")}" is another server`, ...location };
}

function isCommand(name: string): boolean {
  return name === "args" || commandMembers.some((one) => one === name);
}

/** Replaces an entry's differing commands and adds missing members. Others stay: the user may have changed them. */
function complete(
  state: AddedEntries,
  document: JsonDocument,
  path: JsonPath,
  wanted: { readonly [name: string]: Json },
): AddedEntries {
  for (const [name, value] of Object.entries(wanted)) {
    const node = nodeAt(document, path);
    if (node?.type !== "Object") return state;
    const member = findMember(node, name);
    const isSame = member !== undefined && JSON.stringify(valueOf(member.value)) === JSON.stringify(value);
    if (isSame || (member !== undefined && !isCommand(name))) continue;
    const next =
      member === undefined
        ? insertChild(state, document, node, value, name)
        : replaced(document.text, rangeOf(member.value), value);
    const again = parseJsonDocument(next.text);
    if (isProblem(again)) return state;
    const isReplaced = state.isReplaced || member !== undefined;
    return complete({ ...state, ...next, isReplaced }, again, path, wanted);
  }
  return state;
}

function replaced(text: string, [start, end]: readonly [number, number], value: Json): EditedText {
  return { text: text.slice(0, start) + JSON.stringify(value) + text.slice(end), insertions: [] };
}

function wrongType(document: JsonDocument, path: JsonPath, expected: string): TextProblem {
  const node = nodeAt(document, path);
  const name = path.length === 0 ? "the file" : `"${path.join(".")}"`;
  return { message: `${name} is not ${expected}`, ...locationOf(document.text, rangeOf(node ?? {})[0]) };
}

function nest(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}

/** The paths of a member and of the members that contain it, the outermost first. */
function parentsOf(path: readonly string[]): readonly (readonly string[])[] {
  return path.map((_, at) => path.slice(0, at + 1));
}
