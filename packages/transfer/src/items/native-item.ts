import { sha256 } from "@precept/files";
import { printSorted, type AgentItem } from "@precept/mdc-compat/items";

/** An item in a file of Precept. */
export interface NativeItem {
  /** `project:` and the path of the file in the project. */
  readonly id: string;
  readonly path: string;
  readonly text: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  readonly item: AgentItem;
}

/** A file with items that cannot be read. */
export interface ItemProblem {
  /** In the project. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

export function getItemId(path: string): string {
  return `project:${path}`;
}

/** The hash by which a change of an item is noticed. */
export function hashItem({ kind, fields, own }: AgentItem): string {
  return sha256(printSorted({ kind, fields, own }));
}
