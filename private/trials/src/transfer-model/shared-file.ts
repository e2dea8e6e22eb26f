import { isRecord, type Json } from "@precept/core";
import { sha256 } from "@precept/files";
import { printSorted } from "@precept/mdc-compat/items";
import type { LedgerEntry } from "@precept/transfer";

/**
 * Removes the values of Precept from a file of settings, as far as they were not edited: the next export may replace those.
 * Undefined if the file has no such values, or cannot be read.
 */
export function withoutManagedValues(text: string, { items = [] }: LedgerEntry): string | undefined {
  if (!items.some(({ at }) => at !== undefined)) return undefined;
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const { at, sha256: written } of items) {
    const key = at?.at(-1);
    const parent = at?.slice(0, -1).reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), settings);
    if (key === undefined || !isRecord(parent) || parent[key] === undefined) continue;
    if (sha256(printSorted(parent[key] as Json)) === written) Reflect.deleteProperty(parent, key);
  }
  return JSON.stringify(settings);
}
