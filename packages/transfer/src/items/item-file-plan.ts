import { sha256 } from "@precept/files";
import { isSameValue, printItemFile, readStoredItems } from "@precept/mdc-compat/items";
import type { LedgerEntry } from "../ledger/ledger.ts";
import { isSameText, withLineEndsOf } from "../ledger/same-text.ts";
import { isUnchanged } from "../plan/plan.ts";
import {
  allow,
  isRetained,
  listNewPrograms,
  type ItemExportRequest,
  type PlannedChange,
  type PlannedFile,
} from "./planned-file.ts";
import { createItemEntry, findLedgerItem } from "./ledger-items.ts";
import { hashItem } from "./native-item.ts";

/** Plans a file that has one item and nothing else. */
export function planItemFile(
  { path, targets, items }: PlannedFile,
  entry: LedgerEntry | undefined,
  request: ItemExportRequest,
): PlannedChange {
  const [planned] = items;
  if (planned === undefined) return entry === undefined ? { actions: [] } : planRemoval(path, entry, request);
  const { native, format, keys } = planned;
  const found = request.getExisting(path);
  const shared = { path, targets, rules: [native.id] };
  if (found === "unusable") return { actions: [{ kind: "blocked", ...shared, reason: "unusable" }], entry };
  const item = hashItem(native.item);
  const isManaged = found !== undefined && entry !== undefined && isUnchanged(found, entry);
  const known = findLedgerItem(entry);
  const isSameFile = found !== undefined && holdsSame(format, native.item.name, found.text, keys);
  const isImported = known?.imported === true || (entry === undefined && isSameFile);
  const stays = isSameFile || (isManaged && known?.imported === true && known.item === item);
  const printed = stays ? found?.text : printItemFile(format, keys, isManaged ? found.text : undefined);
  const after = isManaged && !stays ? withLineEndsOf(found.text, printed ?? "") : (printed ?? "");
  const isSame = found !== undefined && isSameText(after, found.text);
  const newEntry = createItemEntry({
    targets: [...targets, ...(entry?.targets ?? [])],
    sha256: isSame ? hashOfUnchanged(entry, isManaged, found.sha256) : sha256(after),
    isHandwritten: isImported || entry?.head !== undefined,
    items: [{ rule: native.id, kind: format.kind, item, imported: isImported && isSame }],
  });
  const entries = { before: entry, after: newEntry };
  if (found === undefined)
    return allow({ kind: "create", ...shared, after }, listNewPrograms(items, undefined), request, entries);
  const before = { before: found.text, beforeSha256: found.sha256 };
  if (isSame) return { actions: [{ kind: "unchanged", ...shared, after, ...before }], entry: newEntry };
  if (isManaged || request.force.has(path)) {
    return allow({ kind: "update", ...shared, after, ...before }, listNewPrograms(items, found.text), request, entries);
  }
  return {
    actions: [{ kind: "blocked", ...shared, after, ...before, reason: entry === undefined ? "foreign" : "changed" }],
    entry,
  };
}

/** Keeps the hash of the ledger if only line ends differ: other clones have other line ends. */
function hashOfUnchanged(entry: LedgerEntry | undefined, isManaged: boolean, present: string): string {
  return isManaged && entry !== undefined && entry.next === undefined ? entry.sha256 : present;
}

/** Whether a tool reads the same from a text as from what would be written. */
function holdsSame(
  format: Parameters<typeof readStoredItems>[0],
  name: string,
  text: string,
  keys: PlannedFile["items"][number]["keys"],
): boolean {
  const stored = readStoredItems(format, name, text);
  return "items" in stored && isSameValue(stored.items[0]?.keys, keys);
}

function planRemoval(path: string, entry: LedgerEntry, request: ItemExportRequest): PlannedChange {
  if (entry.items?.some((item) => isRetained(item, entry, request)) === true) return { actions: [], entry };
  const found = request.getExisting(path);
  const shared = { path, targets: entry.targets, rules: entry.rules };
  if (found === undefined) return { actions: [] };
  if (found === "unusable") return { actions: [{ kind: "blocked", ...shared, reason: "unusable" }], entry };
  const before = { before: found.text, beforeSha256: found.sha256 };
  if (isUnchanged(found, entry) || request.force.has(path)) return { actions: [{ kind: "delete", ...shared, ...before }] };
  return { actions: [{ kind: "blocked", ...shared, ...before, reason: "changed" }], entry };
}
