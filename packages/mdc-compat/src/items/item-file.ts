import { isRecord, type Json } from "@precept/core";
import type { TextProblem } from "../json-text/json-document.ts";
import type { ItemFormat, ItemForm, JsonFields } from "../model/item.ts";
import type { FileForm, KeyChange, SharedForm, FileText } from "./forms/file-form.ts";
import { codexRulesForm } from "./forms/codex-rules.ts";
import { sharedJsonForm } from "./forms/json.ts";
import { findDeepValue } from "./forms/nesting.ts";
import { markdownForm } from "./forms/markdown.ts";
import { textForm } from "./forms/text.ts";
import { sharedTomlForm, tomlForm } from "./forms/toml.ts";
import { yamlForm } from "./forms/yaml.ts";
import { getOwn } from "./field-maps.ts";
import { itemTable } from "./item-table.ts";

/** JSON files hold only items beside other keys. */
const fileForms: Readonly<Record<Exclude<ItemForm, "json">, FileForm>> = {
  markdown: markdownForm,
  yaml: yamlForm,
  toml: tomlForm,
  text: textForm,
  codexRules: codexRulesForm,
};

const sharedForms: Readonly<Partial<Record<ItemForm, SharedForm>>> = { json: sharedJsonForm, toml: sharedTomlForm };

/** An item as it is in a file. */
export interface StoredItem {
  readonly name: string;
  readonly keys: JsonFields;
  /** The values in a shared file that belong to the item, by their paths. Empty if the item is the whole file. */
  readonly values: readonly KeyChange[];
}

/** The items in a file, or why the file cannot be read. */
export type StoredItems = { readonly items: readonly StoredItem[] } | { readonly problem: TextProblem };

/** Reads the items of one format from the text of a file. @param name the name in the path of a file with one item. */
export function readStoredItems(format: ItemFormat, name: string, text: string): StoredItems {
  if (format.at === undefined) {
    const read = fileFormOf(format).read(text);
    if ("problem" in read) return read;
    const problem = findDeepValue({ ...read.keys });
    return problem === undefined ? { items: [{ name, keys: read.keys, values: [] }] } : { problem };
  }
  const read = sharedFormOf(format).read(text);
  if ("problem" in read) return read;
  const holder = format.at.reduce<Json | undefined>(
    (value, key) => (isRecord(value) ? getOwn(value, key) : undefined),
    read.keys as Json,
  );
  if (!isRecord(holder)) return { items: [] };
  const entries = Object.entries<Json>(holder);
  const { at } = format;
  if (itemTable[format.kind].isSingle) {
    const known = new Set(format.fields.flatMap(({ keys }) => keys));
    const own = entries.filter(([key]) => known.has(key));
    const values = own.map(([key, value]) => ({ path: [...at, key], value }));
    return { items: own.length === 0 ? [] : [{ name, keys: Object.fromEntries(own), values }] };
  }
  return {
    items: entries.flatMap(([key, value]) =>
      isRecord(value) ? [{ name: key, keys: value, values: [{ path: [...at, key], value: value }] }] : [],
    ),
  };
}

/** The values that the keys of an item are in a shared file, by their paths. */
export function toStoredValues(format: ItemFormat, name: string, keys: JsonFields): readonly KeyChange[] {
  const { at = [], kind } = format;
  if (!itemTable[kind].isSingle) return [{ path: [...at, name], value: keys }];
  return Object.entries(keys).map(([key, value]) => ({ path: [...at, key], value }));
}

/** Prints the file of one item. @param original the present text, of which everything that does not change is kept. */
export function printItemFile(format: ItemFormat, keys: JsonFields, original?: string): string {
  return fileFormOf(format).print(keys, original);
}

/** The values of a shared file, or why it cannot be read. */
export type SharedValues =
  | { readonly valueAt: (path: readonly string[]) => Json | undefined }
  | { readonly problem: TextProblem };

/** Reads a shared file once, to look up several values in it. */
export function readSharedFile(format: ItemFormat, text: string): SharedValues {
  const read = sharedFormOf(format).read(text);
  if ("problem" in read) return read;
  const root: Json = { ...read.keys };
  return { valueAt: (path) => path.reduce<Json | undefined>(valueOfKey, root) };
}

function valueOfKey(value: Json | undefined, key: string): Json | undefined {
  return isRecord(value) ? getOwn(value, key) : undefined;
}

/** Changes values in a shared file. All other bytes stay. */
export function editSharedFile(format: ItemFormat, text: string, changes: readonly KeyChange[]): FileText {
  return sharedFormOf(format).edit(text, changes);
}

function fileFormOf({ form }: ItemFormat): FileForm {
  if (form === "json") throw new Error("A JSON file has its items below a key.");
  return fileForms[form];
}

function sharedFormOf({ form }: ItemFormat): SharedForm {
  const found = sharedForms[form];
  if (found === undefined) throw new Error(`A file in the form ${form} has one item.`);
  return found;
}
