import type { Json } from "@precept/core";
import { sha256 } from "@precept/files";
import {
  editSharedFile,
  isSameValue,
  readSharedFile,
  sharedFormatAt,
  type ItemFormat,
  type KeyChange,
} from "@precept/mdc-compat/items";
import type { LedgerEntry, LedgerItem } from "../ledger/ledger.ts";
import { isUnchanged } from "../plan/plan.ts";
import type { BlockReason, ExportAction } from "../plan/export-plan.ts";
import type { TextProblem } from "@precept/mdc-compat/json-text";
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
  /** The ids of items whose values were written by hand, and stay. */
  readonly foreign: Set<string>;
  /** The ids of items whose values were edited since Precept wrote them. */
  readonly edited: Set<string>;
}

/** Plans a file that has items beside keys of other programs. Only the values of the items change. */
export function planSharedFile(file: PlannedFile, entry: LedgerEntry | undefined, request: ItemExportRequest): PlannedChange {
  const { path, targets, items } = file;
  const found = request.getExisting(path);
  const format = items[0]?.format ?? sharedFormatAt(path);
  const rules = [...new Set([...items.map(({ native }) => native.id), ...(entry?.rules ?? [])])];
  const shared = { path, targets, rules };
  if (format === undefined) return { actions: [], entry };
  if (found === "unusable") return { actions: [{ kind: "blocked", ...shared, reason: "unusable" }], entry };
  if (found === undefined && items.length === 0) return { actions: [] };
  const text = found?.text ?? "";
  const before = found === undefined ? {} : { before: text, beforeSha256: found.sha256 };
  const block = (reason: BlockReason, ids: Iterable<string> = rules): ExportAction => {
    return { kind: "blocked", ...shared, rules: [...ids], ...before, reason };
  };
  const refuse = ({ line, column, message }: TextProblem): PlannedChange => {
    const hint = "Correct the file, then export again. Nothing in it was changed.";
    return { actions: [block("unreadable")], entry, problem: { path, line, column, message: `${message}.`, hint } };
  };
  const read = readSharedFile(format, text);
  if ("problem" in read) return refuse(read.problem);
  const decisions = decide(file, entry, request, read.valueAt);
  // The last text has to stay known, because the edits are compared with it.
  if (decisions.edited.size > 0) return { actions: [block("changed", decisions.edited)], entry };
  const edited = editSharedFile(format, text, decisions.changes);
  if ("problem" in edited) return refuse(edited.problem);
  const blocked = decisions.foreign.size > 0 ? [block("foreign", decisions.foreign)] : [];
  const after = createEntry(file, entry, { decisions, text, edited: edited.text, isNew: found === undefined });
  const isOwnFile = found === undefined || (entry !== undefined && entry.head === undefined);
  const action = { ...shared, after: edited.text, ...before };
  const withBlocked = ({ actions, ...rest }: PlannedChange): PlannedChange => ({ actions: [...actions, ...blocked], ...rest });
  if (edited.text === text) {
    const isShown = items.length > decisions.foreign.size;
    return withBlocked({ actions: isShown ? [{ kind: "unchanged", ...action }] : [], entry: after });
  }
  if (
    found !== undefined &&
    after === undefined &&
    isOwnFile &&
    entry !== undefined &&
    isUnchanged(found, entry) &&
    isBlank(format, edited.text)
  ) {
    return { actions: [{ kind: "delete", ...shared, ...before }] };
  }
  const programs = listNewPrograms([...decisions.written], found?.text);
  const kind = found === undefined ? "create" : "update";
  return withBlocked(allow({ kind, ...action }, programs, request, { before: entry, after }));
}

interface EditedFile {
  readonly decisions: Decisions;
  readonly text: string;
  readonly edited: string;
  readonly isNew: boolean;
}

/** Creates the entry of the file after the export. Undefined if it has no values of Precept. */
function createEntry(
  { targets }: PlannedFile,
  entry: LedgerEntry | undefined,
  { decisions: { items }, text, edited, isNew }: EditedFile,
): LedgerEntry | undefined {
  if (items.length === 0) return undefined;
  const created = createItemEntry({
    targets: [...targets, ...(entry?.targets ?? [])],
    sha256: sha256(edited),
    isHandwritten: entry === undefined ? !isNew : entry.head !== undefined,
    items,
  });
  // The hash stays while the values do, whatever else changes in the file.
  const isSame = edited === text && entry !== undefined && isSameItems(created.items, entry.items);
  return isSame ? { ...created, sha256: entry.sha256 } : created;
}

/** Decides about each value: of the items that are written, and of those that the ledger has besides. */
function decide(
  { path, items }: PlannedFile,
  entry: LedgerEntry | undefined,
  request: ItemExportRequest,
  valueAt: (at: readonly string[]) => Json | undefined,
): Decisions {
  const decisions: Decisions = { changes: [], items: [], written: new Set(), foreign: new Set(), edited: new Set() };
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
      if (!stays && present !== undefined && !isOwn && !isForced) {
        decisions[known === undefined ? "foreign" : "edited"].add(native.id);
        continue;
      }
      if (!stays) {
        decisions.changes.push({ path: at, value });
        decisions.written.add(planned);
      }
      const imported = stays && (known?.imported === true || known === undefined);
      const hash = hashValue(stays && present !== undefined ? present : value);
      decisions.items.push({ rule: native.id, kind: format.kind, at, sha256: hash, item, imported });
    }
  }
  for (const known of entry?.items ?? []) {
    if (known.at === undefined || decisions.items.some(({ at }) => isSamePath(at, known.at))) continue;
    const present = valueAt(known.at);
    if (entry !== undefined && isRetained(known, entry, request)) decisions.items.push(known);
    else if (present !== undefined) {
      if (known.sha256 !== hashValue(present) && !isForced) decisions.edited.add(known.rule);
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
  const read = readSharedFile(format, text);
  const hasValue = (value: Json | undefined): boolean =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.values(value).some(hasValue)
      : value !== undefined;
  return "valueAt" in read && !hasValue(read.valueAt([])) && !/\/[/*]/.test(text);
}
