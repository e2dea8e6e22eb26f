import type { ValueNode } from "@humanwhocodes/momoa";
import { findMember, nameOf, type Container, type JsonDocument } from "./json-document.ts";

/** Names of members and positions in arrays, from the root. */
export type JsonPath = readonly (string | number)[];

/** The node at a path. Undefined if there is none. */
export function nodeAt({ root }: JsonDocument, path: JsonPath): ValueNode | undefined {
  return path.reduce<ValueNode | undefined>((node, name) => {
    if (node?.type === "Object" && typeof name === "string") return findMember(node, name)?.value;
    return node?.type === "Array" && typeof name === "number" ? node.elements[name]?.value : undefined;
  }, root);
}

/** The container of the node at a path and the position of the node in it. */
export function holderOf(
  document: JsonDocument,
  path: JsonPath,
): { readonly container: Container; readonly index: number } | undefined {
  const container = nodeAt(document, path.slice(0, -1));
  const name = path.at(-1);
  if (container?.type === "Array" && typeof name === "number") return { container, index: name };
  if (container?.type !== "Object" || typeof name !== "string") return undefined;
  const index = container.members.findLastIndex((member) => nameOf(member) === name);
  return index === -1 ? undefined : { container, index };
}
