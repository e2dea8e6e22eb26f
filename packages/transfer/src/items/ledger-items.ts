import { sha256 } from "@precept/files";
import { printSorted } from "@precept/mdc-compat/items";
import type { Json } from "@precept/core";
import type { LedgerEntry, LedgerItem } from "../ledger/ledger.ts";

/** How a ledger entry names files with items, in place of a format. */
export const itemsFormat = "items";

/** The hash of a value in a shared file, whatever the order of its keys. */
export function hashValue(value: Json): string {
  return sha256(printSorted(value));
}

export function isSamePath(left: readonly string[] | undefined, right: readonly string[] | undefined): boolean {
  return left?.join("\0") === right?.join("\0");
}

/** Returns what the ledger knows about a value in a shared file. Without a path: about the item that is the whole file. */
export function findLedgerItem(entry: LedgerEntry | undefined, at?: readonly string[]): LedgerItem | undefined {
  return entry?.items?.find((item) => isSamePath(item.at, at));
}
