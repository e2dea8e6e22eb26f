import { compareText, type Json } from "@precept/core";
import type { DialectId } from "@precept/mdc-compat";
import {
  isItemName,
  isSameField,
  isSameValue,
  itemTable,
  nativeItemFormat,
  printItemFile,
  readStoredItems,
  toItemPath,
  writeItem,
  type AgentItem,
} from "@precept/mdc-compat/items";
import type { EditConflict, ImportAction, ImportNote, SkippedSource } from "../import/import-plan.ts";
import type { Ledger, LedgerEntry, LedgerItem } from "../ledger/ledger.ts";
import { isUnchanged } from "../plan/plan.ts";
import { readSource, type FindSecret, type ItemSource } from "./item-source.ts";
import { createItemEntry, findLedgerItem, hashValue } from "./ledger-items.ts";
import { adoptItem, mergeEdit, throughTool, type FieldConflict } from "./merge-edit.ts";
import { getItemId, hashItem, type NativeItem } from "./native-item.ts";

export interface ItemImportRequest {
  /** The items in files of tools, in the order of precedence. */
  readonly sources: readonly ItemSource[];
  /** The items of Precept, by their paths. */
  readonly natives: ReadonlyMap<string, NativeItem>;
  /** The paths of native files that exist but cannot be read. */
  readonly unreadable: ReadonlySet<string>;
  /** The ledger after the import of the rules. */
  readonly ledger: Ledger;
  /** Returns the last exported or imported text of a file by its SHA-256 in the ledger. */
  readonly getBase: (sha256: string) => string | undefined;
  /** The files that win over other ones. Paths in the project. */
  readonly take: ReadonlySet<string>;
  /** Whether only edits of exported and imported files are imported, and no new items. */
  readonly editsOnly: boolean;
  readonly findSecret: FindSecret;
}

export interface ItemImport {
  readonly actions: readonly ImportAction[];
  readonly conflicts: readonly EditConflict[];
  readonly notes: readonly ImportNote[];
  readonly skipped: readonly SkippedSource[];
  readonly ledger: Ledger;
}

/** Plans the import of items: new ones, and edits of exported and imported ones. */
export function planItemImport(request: ItemImportRequest): ItemImport {
  const plan = new ItemImportPlan(request);
  const groups = new Map<string, ItemSource[]>();
  for (const source of request.sources) {
    const { name } = source.stored;
    const path = isItemName(name) ? toItemPath(nativeItemFormat(source.format.kind), name) : undefined;
    if (path === undefined)
      plan.refuse(
        source,
        `"${name}" cannot be the name of a file, so the ${itemTable[source.format.kind].title} is not imported.`,
      );
    else groups.set(path, [...(groups.get(path) ?? []), source]);
  }
  for (const [path, sources] of groups) plan.addGroup(path, sources);
  return plan.finish();
}

/** A source, and what the ledger knows about it. */
interface KnownSource {
  readonly source: ItemSource;
  readonly item: AgentItem;
  readonly entry: LedgerEntry | undefined;
  /** `new`: neither exported nor imported before. */
  readonly state: "new" | "unchanged" | "edited";
}

/** The items of a file after the import. */
interface ImportedValues {
  /** Of the file. */
  readonly sha256: string;
  readonly targets: readonly string[];
  readonly items: readonly LedgerItem[];
}

class ItemImportPlan {
  readonly #request: ItemImportRequest;
  readonly #actions: ImportAction[] = [];
  readonly #conflicts: EditConflict[] = [];
  readonly #notes: ImportNote[] = [];
  readonly #skipped: SkippedSource[] = [];
  /** The new values of the ledger, by the paths of the files. */
  readonly #values = new Map<string, ImportedValues>();
  /** The files with an edit that was not imported. Their base stays. */
  readonly #open = new Set<string>();

  constructor(request: ItemImportRequest) {
    this.#request = request;
  }

  refuse({ path }: ItemSource, message: string): void {
    this.#notes.push({ path, message });
  }

  addGroup(path: string, sources: readonly ItemSource[]): void {
    const { natives, unreadable, editsOnly } = this.#request;
    if (unreadable.has(path)) {
      for (const source of sources) this.refuse(source, `It is not imported, because ${path} cannot be read.`);
      return;
    }
    const found = sources.map((source) => this.#describe(source)).filter(({ state }) => state !== "new" || !editsOnly);
    const native = natives.get(path);
    let item = native?.item;
    const taken: KnownSource[] = [];
    for (const one of found.toSorted(byState)) {
      const next = this.#add(path, item, one);
      if (next === undefined) continue;
      item = next;
      if (one.state === "unchanged") this.#skipped.push({ path: one.source.path, reason: "known" });
      taken.push(one);
    }
    if (item === undefined) return;
    const { keys } = writeItem("precept", nativeItemFormat(item.kind), item);
    const after = printItemFile(nativeItemFormat(item.kind), keys, native?.text);
    const isChanged = native === undefined || hashItem(item) !== hashItem(native.item);
    if (isChanged) this.#write(path, native, after, taken);
    for (const one of taken) if (one.state !== "unchanged" || isChanged) this.#record(path, item, one);
  }

  /** Returns the item with what a source says, or undefined if the source is not imported. */
  #add(path: string, item: AgentItem | undefined, one: KnownSource): AgentItem | undefined {
    const { source, state } = one;
    const tool = source.tool.id;
    const isChosen = this.#request.take.has(source.path);
    if (item === undefined) return state === "unchanged" ? undefined : this.#withSecretNote(one);
    if (state === "unchanged") return item;
    if (state === "edited") return this.#merge(path, item, one, isChosen);
    if (item.targets.length > 0 && !item.targets.includes(tool)) {
      this.refuse(source, `It stays as it is: \`targets\` of ${path} do not include ${source.tool.title}.`);
      return undefined;
    }
    const expected = throughTool(tool, source.format, item);
    const differing = itemTable[item.kind].fields.filter(
      (field) => !isSameField(item.kind, field, expected.fields[field], one.item.fields[field]),
    );
    if (differing.length === 0) return adoptItem(tool, item, one.item);
    if (isChosen) return mergeEdit(tool, source.format, { native: item, base: expected, edited: one.item }, true).item;
    const both = item.kind === "ignore" ? "" : ` To keep both, add \`targets\` without ${tool} to ${path}.`;
    const take = `\`precept import --take ${source.path}\` replaces that one.${both}`;
    this.refuse(source, `${describeItem(item)} differs from ${path} in ${differing.join(", ")}, so it is not imported. ${take}`);
    return undefined;
  }

  #merge(
    path: string,
    native: AgentItem,
    { source, item: edited, entry }: KnownSource,
    isChosen: boolean,
  ): AgentItem | undefined {
    const { getBase, findSecret } = this.#request;
    const text = getBase(entry?.sha256 ?? "");
    const stored = text === undefined ? undefined : readStoredItems(source.format, source.stored.name, text);
    const found = stored === undefined || "problem" in stored ? undefined : stored.items.find(({ name }) => name === native.name);
    const isNativeSame = entry?.items?.some(({ rule, item }) => rule === getItemId(path) && item === hashItem(native)) === true;
    // Without a base, what is written now stands for it, if it is what was written before. Else every difference is a conflict.
    const assumed = isNativeSame ? throughTool(source.tool.id, source.format, native) : { ...native, fields: {}, own: {} };
    const base = found === undefined ? assumed : readSource(source, found, findSecret).item;
    const { item, conflicts } = mergeEdit(source.tool.id, source.format, { native, base, edited }, isChosen);
    if (conflicts.length === 0) return item;
    this.#conflict(path, source, conflicts);
    return undefined;
  }

  #conflict(path: string, source: ItemSource, conflicts: readonly FieldConflict[]): void {
    this.#open.add(source.path);
    for (const { field, base, native, edited } of conflicts) {
      const versions = [
        { path, text: printValue(native) },
        { path: source.path, text: printValue(edited) },
      ];
      this.#conflicts.push({ rule: getItemId(path), field, ...(base !== undefined && { base: printValue(base) }), versions });
    }
  }

  #withSecretNote({ source, item }: KnownSource): AgentItem {
    const { secrets } = readSource(source, source.stored, this.#request.findSecret);
    if (secrets.length > 0) {
      const names = secrets.map((name) => `${item.name}: ${name}`).join(", ");
      this.refuse(
        source,
        `Secrets are not imported (${names}). They became references to variables of the environment, which you have to set.`,
      );
    }
    return item;
  }

  #write(path: string, native: NativeItem | undefined, after: string, taken: readonly KnownSource[]): void {
    const shared = {
      path,
      targets: [...new Set(taken.map(({ source }) => source.tool.id))],
      rules: [getItemId(path)],
      sources: [...new Set(taken.map(({ source }) => source.path))],
      after,
    };
    if (native === undefined) this.#actions.push({ kind: "create", ...shared });
    else this.#actions.push({ kind: "update", ...shared, before: native.text, beforeSha256: native.sha256 });
  }

  #describe(source: ItemSource): KnownSource {
    const { item } = readSource(source, source.stored, this.#request.findSecret);
    const entry = this.#request.ledger.get(source.path);
    const { values } = source.stored;
    const known = values.length === 0 ? [findLedgerItem(entry)] : values.map(({ path }) => findLedgerItem(entry, path));
    const found = known.filter((one) => one !== undefined);
    const all = entry?.items?.filter(({ rule }) => rule === found[0]?.rule) ?? [];
    if (entry === undefined || found.length === 0) return { source, item, entry, state: "new" };
    const isSame =
      values.length === 0
        ? isUnchanged(source.file, entry)
        : found.length === values.length &&
          all.length === values.length &&
          values.every(({ value }, at) => value !== undefined && found[at]?.sha256 === hashValue(value));
    return { source, item, entry, state: isSame ? "unchanged" : "edited" };
  }

  /** Notes that the file of a tool has the item as it is now. */
  #record(path: string, item: AgentItem, { source, item: found, state }: KnownSource): void {
    const { values } = source.stored;
    // An unchanged file is updated by the next export.
    if (state === "unchanged") return;
    // The next export changes a file that does not have all of the item.
    const { id } = source.tool;
    const imported = isSameItem(id, item, found) || isSameItem(id, throughTool(id, source.format, item), found);
    const shared = { rule: getItemId(path), kind: item.kind, item: hashItem(item), imported };
    const items: LedgerItem[] =
      values.length === 0 ? [shared] : values.map(({ path: at, value }) => ({ ...shared, at, sha256: hashValue(value ?? null) }));
    const before = this.#values.get(source.path);
    const others = (before?.items ?? []).filter(({ rule }) => rule !== shared.rule);
    const targets = [...(before?.targets ?? []), source.tool.id];
    this.#values.set(source.path, { sha256: source.file.sha256, targets, items: [...others, ...items] });
  }

  finish(): ItemImport {
    const ledger = new Map(this.#request.ledger);
    for (const [path, { sha256, targets, items }] of this.#values) {
      const before = ledger.get(path);
      const others = (before?.items ?? []).filter((one) => !items.some(({ rule }) => rule === one.rule));
      const entry = createItemEntry({
        targets: [...(before?.targets ?? []), ...targets],
        sha256: this.#open.has(path) && before !== undefined ? before.sha256 : sha256,
        isHandwritten: before === undefined || before.head !== undefined,
        items: [...others, ...items],
      });
      ledger.set(path, entry);
    }
    const actions = this.#actions.toSorted((left, right) => compareText(left.path, right.path));
    return { actions, conflicts: this.#conflicts, notes: this.#notes, skipped: this.#skipped, ledger };
  }
}

/** Whether two items are the same for a tool. */
function isSameItem(tool: DialectId, left: AgentItem, right: AgentItem): boolean {
  const isSameKeys = isSameValue(left.own[tool] ?? {}, right.own[tool] ?? {});
  return (
    isSameKeys &&
    itemTable[left.kind].fields.every((field) => isSameField(left.kind, field, left.fields[field], right.fields[field]))
  );
}

/** Edits before new items: they belong to the native item already. */
function byState(left: KnownSource, right: KnownSource): number {
  const order = { edited: 0, unchanged: 1, new: 2 };
  return order[left.state] - order[right.state];
}

function describeItem({ kind, name }: AgentItem): string {
  return itemTable[kind].isSingle ? `The ${itemTable[kind].title}` : `The ${itemTable[kind].title} "${name}"`;
}

function printValue(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? `${value}\n` : `${JSON.stringify(value, null, 2)}\n`;
}
