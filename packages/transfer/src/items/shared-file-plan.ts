import type { Json } from "@precept/core";
import { sha256 } from "@precept/files";
import {
  editSharedFile,
  findFileProblem,
  isSameValue,
  sharedFormatAt,
  valueInFile,
  type ItemFormat,
  type KeyChange,
} from "@precept/mdc-compat/items";
import type { LedgerEntry, LedgerItem } from "../ledger/ledger.ts";
import { isUnchanged } from "../plan/plan.ts";
import {
  allow,
  isRetained,
  listNewPrograms,
  type ItemExportRequest,
  type PlannedChange,
  type PlannedFile,
  type PlannedItem,
} from "./planned-file.ts";
import { createItemEntry, findLedgerItem, hashValue, isSamePath } from "./ledger-items.ts";
import { hashItem } from "./native-item.ts";

/** What an export does with the values of a shared file. */
interface Decisions {
  readonly changes: KeyChange[];
  /** The values of Precept after the export. */
  readonly items: LedgerItem[];
  /** The items of which a value is written. */
  readonly written: Set<PlannedItem>;
  /** Why the file is not changed. */
  reason: "foreign" | "changed" | undefined;
}

/** Plans a file that has items beside keys of other programs. Only the values of the items change. */
export function planSharedFile(file: PlannedFile, entry: LedgerEntry | undefined, request: ItemExportRequest): PlannedChange {
  const { path, targets, items } = file;
  const found = request.getExisting(path);
  const format = items[0]?.format ?? sharedFormatAt(path);
  const rules = [...new Set([...items.map(({ native }) => native.id), ...(entry?.rules ?? [])])];
  const shared = { path, targets, rules };
  if (format === undefined) return entry === undefined ? {} : { entry };
  if (found === "unusable") return { action: { kind: "blocked", ...shared, reason: "unusable" } };
  if (found === undefined && items.length === 0) return {};
  const text = found?.text ?? "";
  const problem = findFileProblem(format, text);
  const refuse = ({ line, column, message }: { line: number; column: number; message: string }): PlannedChange => ({
    action: {
      kind: "blocked",
      ...shared,
      reason: "unreadable",
      ...(found !== undefined && { before: text, beforeSha256: found.sha256 }),
    },
    problem: {
      path,
      line,
      column,
      message: `${message}.`,
      hint: "Correct the file, then export again. Nothing in it was changed.",
    },
  });
  if (problem !== undefined) return refuse(problem);
  const decisions = decide(file, entry, request, (at) => valueInFile(format, text, at));
  const edited = editSharedFile(format, text, decisions.changes);
  if ("problem" in edited) return refuse(edited.problem);
  const isOwnFile = found === undefined || (entry !== undefined && entry.head === undefined);
  const isEmpty = decisions.items.length === 0 && isOwnFile && isBlank(format, edited.text);
  const isSame = edited.text === text;
  const created = createItemEntry({
    targets: [...targets, ...(entry?.targets ?? [])],
    sha256: sha256(edited.text),
    isHandwritten: !isOwnFile,
    items: decisions.items,
  });
  // The hash stays while the values do, whatever else changes in the file.
  const newEntry =
    isSame && entry !== undefined && isSameItems(created.items, entry.items) ? { ...created, sha256: entry.sha256 } : created;
  const retained = decisions.items.length === 0 ? {} : { entry: newEntry };
  if (found === undefined)
    return allow(
      { kind: "create", ...shared, after: edited.text },
      listNewPrograms([...decisions.written], undefined),
      request,
      newEntry,
    );
  const before = { before: text, beforeSha256: found.sha256 };
  if (decisions.reason !== undefined)
    return { action: { kind: "blocked", ...shared, after: edited.text, ...before, reason: decisions.reason } };
  if (isSame)
    return { ...(items.length > 0 && { action: { kind: "unchanged", ...shared, after: text, ...before } }), ...retained };
  if (isEmpty && entry !== undefined && isUnchanged(found, entry)) return { action: { kind: "delete", ...shared, ...before } };
  const programs = listNewPrograms([...decisions.written], text);
  return programs.length === 0
    ? { action: { kind: "update", ...shared, after: edited.text, ...before }, ...retained }
    : allow({ kind: "update", ...shared, after: edited.text, ...before }, programs, request, newEntry);
}

/** Decides about each value: of the items that are written, and of those that the ledger has besides. */
function decide(
  { path, items }: PlannedFile,
  entry: LedgerEntry | undefined,
  request: ItemExportRequest,
  valueAt: (at: readonly string[]) => Json | undefined,
): Decisions {
  const decisions: Decisions = { changes: [], items: [], written: new Set(), reason: undefined };
  const isForced = request.force.has(path);
  for (const planned of items) {
    const { native, format, values } = planned;
    const item = hashItem(native.item);
    for (const { path: at, value } of values) {
      if (value === undefined) continue;
      const present = valueAt(at);
      const known = findLedgerItem(entry, at);
      const isOwn = present !== undefined && known?.sha256 === hashValue(present);
      const isSame = isSameValue(present, value);
      const stays = isSame || (isOwn && known?.imported === true && known.item === item);
      if (!stays) {
        if (present !== undefined && !isOwn && !isForced) decisions.reason ??= known === undefined ? "foreign" : "changed";
        decisions.changes.push({ path: at, value });
        decisions.written.add(planned);
      }
      const isImported = stays && (known?.imported === true || known === undefined);
      const sha = hashValue(stays && present !== undefined ? present : value);
      decisions.items.push({ rule: native.id, kind: format.kind, at, sha256: sha, item, ...(isImported && { imported: true }) });
    }
  }
  for (const known of entry?.items ?? []) {
    if (known.at === undefined || decisions.items.some(({ at }) => isSamePath(at, known.at))) continue;
    const present = valueAt(known.at);
    if (entry !== undefined && isRetained(known, entry, request)) decisions.items.push(known);
    else if (present !== undefined) {
      if (known.sha256 !== hashValue(present) && !isForced) decisions.reason ??= "changed";
      decisions.changes.push({ path: known.at, value: undefined });
    }
  }
  return decisions;
}

function isSameItems(left: readonly LedgerItem[] | undefined, right: readonly LedgerItem[] | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Whether a text has no values, apart from objects without keys. */
function isBlank(format: ItemFormat, text: string): boolean {
  const root = valueInFile(format, text, []);
  const hasValue = (value: Json | undefined): boolean =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.values(value).some(hasValue)
      : value !== undefined;
  return !hasValue(root) && !/\/[/*]/.test(text);
}
