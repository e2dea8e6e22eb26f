import type { ArrayNode, ValueNode } from "@humanwhocodes/momoa";
import { isRecord, pushAll } from "@precept/core";
import type { JsonEntry } from "@precept/mdc-compat/install";
import {
  childrenOf,
  findMember,
  holderOf,
  isProblem,
  nodeAt,
  parseJsonDocument,
  rangeOf,
  valueOf,
  type JsonDocument,
  type JsonPath,
  type TextProblem,
} from "@precept/mdc-compat/json-text";
import { isOwnHandler, isOwnServer } from "./json-entry.ts";
import { removeNodes } from "@precept/mdc-compat/json-text";

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
    const document = parseJsonDocument(rest);
    if (isProblem(document)) return document;
    rest = entry.kind === "server" ? removeServer(document, entry, options) : removeHooks(document, entry, options);
  }
  return rest;
}

function removeServer(document: JsonDocument, { path }: JsonEntry, options: RemoveOptions): string {
  const node = nodeAt(document, path);
  return node !== undefined && isOwnServer(valueOf(node), options.known) ? removeMember(document, path, options) : document.text;
}

/** Removes the innermost array element of each handler, and elements that have no handlers then. */
function removeHooks(document: JsonDocument, entry: Extract<JsonEntry, { kind: "hook" }>, options: RemoveOptions): string {
  const node = nodeAt(document, entry.path);
  if (node?.type !== "Array") return document.text;
  const isOwn = (value: ValueNode): boolean =>
    value.type === "Object" && isOwnHandler(valueOf(value), entry.agent, options.known);
  const { by, value } = entry;
  const isOther = (one: ValueNode): boolean => {
    if (by === undefined || one.type !== "Object" || !isRecord(value)) return false;
    const member = findMember(one, by);
    return (member === undefined ? undefined : valueOf(member.value)) !== value[by];
  };
  const found = findElements(node, isOwn, isOther);
  if (found.elements.length === 0) return document.text;
  const text = removeNodes(document, found.elements.map(rangeOf));
  return found.isEmptied ? removeEmpty(text, entry.path, options) : text;
}

interface FoundElements {
  /** In the order of the text. */
  readonly elements: readonly ValueNode[];
  /** Whether these are all elements of the array. */
  readonly isEmptied: boolean;
}

/** Finds the elements of an array, and of the arrays in it, that have handlers and nothing else. */
function findElements(
  { elements }: ArrayNode,
  isOwn: (value: ValueNode) => boolean,
  isOther: (value: ValueNode) => boolean = () => false,
): FoundElements {
  const found: ValueNode[] = [];
  let removed = 0;
  for (const { value } of elements) {
    if (isOther(value)) continue;
    const inside = findInside(value, isOwn);
    if (inside === "whole") {
      found.push(value);
      removed += 1;
    } else pushAll(found, inside);
  }
  return { elements: found, isEmptied: removed > 0 && removed === elements.length };
}

/** Finds the elements inside a value, or says that the value has a handler outside of arrays, or only handlers in one. */
function findInside(value: ValueNode, isOwn: (value: ValueNode) => boolean): readonly ValueNode[] | "whole" {
  if (value.type === "Array") {
    const { elements, isEmptied } = findElements(value, isOwn);
    return isEmptied ? "whole" : elements;
  }
  if (value.type !== "Object") return [];
  if (isOwn(value)) return "whole";
  const found: ValueNode[] = [];
  for (const member of value.members) {
    const inside = findInside(member.value, isOwn);
    if (inside === "whole") return "whole";
    pushAll(found, inside);
  }
  return found;
}

/** Removes a member, then containers that are empty. */
function removeMember(document: JsonDocument, path: JsonPath, options: RemoveOptions): string {
  const holder = holderOf(document, path);
  const child = holder && childrenOf(holder.container)[holder.index];
  if (child === undefined) return document.text;
  const parent = path.slice(0, -1);
  const text = removeNodes(document, [rangeOf(child)]);
  return parent.length === 0 ? text : removeEmpty(text, parent, options);
}

/** Removes the container at a path if it is empty and the install created it, then those around it. */
function removeEmpty(text: string, path: JsonPath, options: RemoveOptions): string {
  const document = parseJsonDocument(text);
  if (isProblem(document)) return text;
  const left = nodeAt(document, path);
  const isEmpty = left?.type === "Array" ? left.elements.length === 0 : left?.type === "Object" && left.members.length === 0;
  const isCreated = options.created?.some((one) => one.join("\0") === path.join("\0")) ?? true;
  return isEmpty && isCreated ? removeMember(document, path, options) : text;
}
