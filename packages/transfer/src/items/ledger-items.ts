import { sha256 as hash } from "@precept/files";
import { printSorted } from "@precept/mdc-compat/items";
import { compareText, type Json } from "@precept/core";
import type { LedgerEntry, LedgerItem } from "../ledger/ledger.ts";

/** How a ledger entry names files with items, in place of a format. */
const itemsFormat = "items";

/** The hash of a value in a shared file, whatever the order of its keys. */
export function hashValue(value: Json): string {
  return hash(printSorted(value));
}

/** Creates the entry of a file with items, which is the same in whatever order they were found. */
export function createItemEntry({
  targets,
  sha256,
  isHandwritten,
  items,
}: {
  readonly targets: readonly string[];
  /** Of the file. */
  readonly sha256: string;
  /** Whether the file has content that Precept did not write. */
  readonly isHandwritten: boolean;
  readonly items: readonly LedgerItem[];
}): LedgerEntry {
  const sorted = items.toSorted((left, right) => compareText(keyOf(left), keyOf(right)));
  return {
    targets: [...new Set(targets)].toSorted(),
    format: itemsFormat,
    rules: [...new Set(sorted.map(({ rule }) => rule))],
    sha256,
    // An empty head says that a user wrote the file.
    ...(isHandwritten && { head: "" }),
    items: sorted.map(({ rule, kind, at, sha256: value, item, imported }) => ({
      rule,
      kind,
      ...(at !== undefined && { at }),
      ...(value !== undefined && { sha256: value }),
      item,
      ...(imported === true && { imported }),
    })),
  };
}

function keyOf({ rule, at = [] }: LedgerItem): string {
  return [rule, ...at].join("\0");
}

export function isSamePath(left: readonly string[] | undefined, right: readonly string[] | undefined): boolean {
  return left?.join("\0") === right?.join("\0");
}

/** Returns what the ledger knows about a value in a shared file. Without a path: about the item that is the whole file. */
export function findLedgerItem(entry: LedgerEntry | undefined, at?: readonly string[]): LedgerItem | undefined {
  return entry?.items?.find((item) => isSamePath(item.at, at));
}
