import type { Json } from "@precept/core";
import { editSharedFile, readSharedFile, sharedFormatAt, type KeyChange } from "@precept/mdc-compat/items";
import type { LedgerEntry } from "../ledger/ledger.ts";

/**
 * Returns the text of a shared file with the values that it had before Precept, in place of those of Precept.
 *
 * @param original the text before Precept. Empty if there was no file.
 * @returns undefined if the file is no shared one, or cannot be edited, or would be left with no values.
 */
export function restoreValues(path: string, text: string, entry: LedgerEntry | undefined, original: string): string | undefined {
  const paths = (entry?.items ?? []).flatMap(({ at, imported }) => (at === undefined || imported === true ? [] : [at]));
  const format = sharedFormatAt(path);
  if (paths.length === 0 || format === undefined) return undefined;
  const before = readSharedFile(format, original);
  if ("problem" in before) return undefined;
  const edited = editSharedFile(
    format,
    text,
    paths.map((at): KeyChange => ({ path: at, value: before.valueAt(at) })),
  );
  if ("problem" in edited) return undefined;
  let rest = edited.text;
  const isEmptyAt = (at: readonly string[]): boolean => {
    const read = readSharedFile(format, rest);
    return "valueAt" in read && isEmpty(read.valueAt(at));
  };
  // The keys that led to the values are removed if nothing else is below them.
  const parents = new Set(paths.flatMap((at) => at.slice(0, -1).map((_, end) => JSON.stringify(at.slice(0, end + 1)))));
  const inward = Array.from(parents, (one) => JSON.parse(one) as string[]).toSorted((left, right) => right.length - left.length);
  for (const parent of inward) {
    if (before.valueAt(parent) !== undefined || !isEmptyAt(parent)) continue;
    const without = editSharedFile(format, rest, [{ path: parent, value: undefined }]);
    if (!("problem" in without)) rest = without.text;
  }
  return original === "" && isEmptyAt([]) ? undefined : rest;
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
