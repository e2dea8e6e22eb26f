import type { Dialect } from "@precept/mdc-compat";
import type { ItemFormat, ItemKind, JsonFields, KeyChange } from "@precept/mdc-compat/items";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import type { ExistingFile, ExportAction } from "../plan/export-plan.ts";
import type { ItemProblem, NativeItem } from "./native-item.ts";

export interface ItemExportRequest {
  readonly items: readonly NativeItem[];
  /** The ids of native files that cannot be read. Nothing that was exported from them changes. */
  readonly unreadable: ReadonlySet<string>;
  /** The kinds that are exported. Files of other kinds stay as they are. */
  readonly kinds: readonly ItemKind[];
  readonly targets: readonly Dialect[];
  readonly ledger: Ledger;
  /** Returns the existing file at a path in the project, or undefined if there is none. */
  readonly getExisting: (path: string) => ExistingFile | "unusable" | undefined;
  /** Returns the path in the project that a link leads to. Undefined if no part of the path is a link. */
  readonly followLink: (path: string) => string | undefined;
  /** The paths of files whose items are overwritten or deleted although they were written or edited by hand. */
  readonly force: ReadonlySet<string>;
  /** Whether to write items without the limits that a tool cannot express. Default: they are left out. */
  readonly lossy: boolean;
  /** Whether the user agrees that the files let tools start programs that they did not start before. */
  readonly allowPrograms: boolean;
}

/** An item in the file of a tool, as an export writes it. */
export interface PlannedItem {
  readonly native: NativeItem;
  readonly format: ItemFormat;
  readonly keys: JsonFields;
  /** In a shared file, the values. */
  readonly values: readonly KeyChange[];
  /** What the item lets the tool start or do without asking. */
  readonly programs: readonly string[];
  /** The programs of the same item in a text of the file. */
  readonly programsIn: (text: string) => readonly string[];
}

/** A file that an export writes, with its items. */
export interface PlannedFile {
  readonly path: string;
  readonly targets: readonly string[];
  readonly items: readonly PlannedItem[];
}

/** What becomes of one file. */
export interface PlannedChange {
  /** Of a shared file, values can be written while others are blocked. */
  readonly actions: readonly ExportAction[];
  /** The entry of the file in the ledger. Undefined if the file has no items of Precept any more. */
  readonly entry?: LedgerEntry | undefined;
  readonly problem?: ItemProblem;
}

/** Whether an export can remove the items of a file: it is for no other tools. */
export function canRemove(entry: LedgerEntry | undefined, { targets }: ItemExportRequest): boolean {
  return entry?.targets.every((id) => targets.some((target) => target.id === id)) === true;
}

/** Whether an item of the ledger stays in its file although the export does not write it. */
export function isRetained(
  { rule, kind }: { readonly rule: string; readonly kind: ItemKind },
  entry: LedgerEntry,
  request: ItemExportRequest,
): boolean {
  return request.unreadable.has(rule) || !request.kinds.includes(kind) || !canRemove(entry, request);
}

/** The programs of the items that a text of the file does not have yet. */
export function listNewPrograms(items: readonly PlannedItem[], before: string | undefined): readonly string[] {
  const found = items.flatMap(({ programs, programsIn }) => {
    const present = new Set(before === undefined ? [] : programsIn(before));
    return programs.filter((program) => !present.has(program));
  });
  return [...new Set(found)];
}

/**
 * Blocks an action that lets a tool start new programs, unless the user agreed.
 *
 * @param before the entry of the file, which stays if the action is blocked.
 */
export function allow(
  action: ExportAction,
  programs: readonly string[],
  { allowPrograms }: ItemExportRequest,
  entries: { readonly before: LedgerEntry | undefined; readonly after: LedgerEntry | undefined },
): PlannedChange {
  if (programs.length === 0) return { actions: [action], entry: entries.after };
  if (allowPrograms) return { actions: [{ ...action, programs }], entry: entries.after };
  return { actions: [{ ...action, kind: "blocked", reason: "programs", programs }], entry: entries.before };
}
