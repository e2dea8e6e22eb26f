import { compareText, pushAll } from "@precept/core";
import {
  findItemFormats,
  itemTable,
  listPrograms,
  readItem,
  readStoredItems,
  toItemPath,
  toolItems,
  toStoredValues,
  writeItem,
  type ItemFormat,
  type ItemKind,
  type ItemNote,
} from "@precept/mdc-compat/items";
import type { Dialect, DialectId } from "@precept/mdc-compat";
import { canRemove, type ItemExportRequest, type PlannedFile, type PlannedItem } from "./planned-file.ts";
import type { ExportAction } from "../plan/export-plan.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { hasItems } from "../ledger/copies.ts";
import { planItemFile } from "./item-file-plan.ts";
import type { ItemProblem, NativeItem } from "./native-item.ts";
import { isLink, isReadThroughLink } from "./linked-file.ts";
import { planSharedFile } from "./shared-file-plan.ts";

/** What a tool does not get of an item. */
export interface ItemReport {
  readonly kind: ItemKind;
  readonly name: string;
  readonly id: string;
  readonly target: Dialect;
  /** Whether the item is written without what the notes name. False: it is not written. */
  readonly isWritten: boolean;
  readonly notes: readonly ItemNote[];
}

export interface ItemExport {
  readonly actions: readonly ExportAction[];
  /** The entries of the ledger for all files with items, after the export. */
  readonly entries: Ledger;
  readonly reports: readonly ItemReport[];
  readonly problems: readonly ItemProblem[];
}

/** Plans the export of items. Values that were written by hand are blocked, unless forced. */
export function planItemExport(request: ItemExportRequest): ItemExport {
  const { ledger } = request;
  const { files, reports } = draftFiles(request);
  const known = new Map([...ledger].filter(([, entry]) => hasItems(entry)));
  const entries = new Map(known);
  const actions: ExportAction[] = [];
  const problems: ItemProblem[] = [];
  const paths = new Set([...files.keys(), ...known.keys()]);
  // What a tool reads through a link depends on what is written to the file that the link leads to.
  for (const path of [...paths].toSorted((left, right) => Number(isLink(left, request)) - Number(isLink(right, request)))) {
    const entry = ledger.get(path);
    const file = files.get(path) ?? { path, targets: entry?.targets ?? [], items: [] };
    if (file.items.length === 0 && !canRemove(entry, request)) continue;
    if (isReadThroughLink(file, actions, request)) {
      entries.delete(path);
      continue;
    }
    const isShared = file.items.some(({ format }) => format.at !== undefined) || entry?.items?.some(({ at }) => at !== undefined);
    const planned = isShared === true ? planSharedFile(file, entry, request) : planItemFile(file, entry, request);
    if (planned.problem !== undefined) problems.push(planned.problem);
    pushAll(actions, planned.actions);
    if (planned.entry === undefined) entries.delete(path);
    else entries.set(path, planned.entry);
  }
  return { actions: actions.toSorted((left, right) => compareText(left.path, right.path)), entries, reports, problems };
}

function draftFiles(request: ItemExportRequest): {
  readonly files: ReadonlyMap<string, PlannedFile>;
  readonly reports: readonly ItemReport[];
} {
  const files = new Map<string, PlannedFile>();
  const reports: ItemReport[] = [];
  for (const target of request.targets) {
    for (const native of request.items) {
      const { kind, name, targets } = native.item;
      if (!request.kinds.includes(kind) || (targets.length > 0 && !targets.includes(target.id))) continue;
      const report = { kind, name, id: native.id, target };
      const format = chooseFormat(target.id, native, request);
      const path = format === undefined ? undefined : toItemPath(format, name);
      if (format === undefined || path === undefined) {
        reports.push({
          ...report,
          isWritten: false,
          notes: [{ field: "file", kind: "limit", message: explainMissing(target, kind, format) }],
        });
        continue;
      }
      const { keys, notes } = writeItem(target.id, format, native.item);
      const isEmpty = Object.keys(keys).length === 0;
      const isWritten = !isEmpty && (request.lossy || !notes.some((note) => note.kind === "limit"));
      if (notes.length > 0) reports.push({ ...report, isWritten, notes });
      if (!isWritten) continue;
      const before = files.get(path);
      // Some tools read the same file.
      if (before?.items.some((item) => item.native === native && item.format.kind === kind) === true) {
        files.set(path, { ...before, targets: [...new Set([...before.targets, target.id])] });
        continue;
      }
      const item: PlannedItem = {
        native,
        format,
        keys,
        values: format.at === undefined ? [] : toStoredValues(format, name, keys),
        programs: listPrograms(readItem(target.id, format, name, keys), format),
        programsIn: (text) => {
          const stored = readStoredItems(format, name, text);
          const found = "problem" in stored ? undefined : stored.items.find((one) => one.name === name);
          return found === undefined ? [] : listPrograms(readItem(target.id, format, name, found.keys), format);
        },
      };
      files.set(path, {
        path,
        targets: [...new Set([...(before?.targets ?? []), target.id])],
        items: [...(before?.items ?? []), item],
      });
    }
  }
  return { files, reports };
}

/** Chooses the format of the file that has the item already, else of a shared file that exists, else the first one. */
function chooseFormat(
  tool: DialectId,
  { id, item: { kind, name } }: NativeItem,
  { ledger, getExisting }: ItemExportRequest,
): ItemFormat | undefined {
  const formats = findItemFormats(tool, kind);
  if (formats.length < 2) return formats[0];
  const isKnown = (format: ItemFormat): boolean => {
    const path = toItemPath(format, name);
    return path !== undefined && ledger.get(path)?.items?.some(({ rule }) => rule === id) === true;
  };
  const exists = ({ at, path }: ItemFormat): boolean => at !== undefined && getExisting(path) !== undefined;
  return formats.find(isKnown) ?? formats.find(exists) ?? formats[0];
}

function explainMissing(target: Dialect, kind: ItemKind, format: ItemFormat | undefined): string {
  if (format !== undefined) return `${target.title} reads no ${itemTable[kind].plural} in directories below.`;
  return toolItems[target.id]?.missing?.[kind] ?? `Precept knows no file of ${target.title} for ${itemTable[kind].plural}.`;
}
