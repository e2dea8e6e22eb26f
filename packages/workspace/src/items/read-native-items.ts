import { itemKinds } from "@precept/mdc-compat";
import { isItemName, nativeItemFormat, readItem, readStoredItems, toItemName } from "@precept/mdc-compat/items";
import { getItemId, type InputRecord, type ItemProblem, type NativeItem, type PresentFiles } from "@precept/transfer";
import { ItemFiles } from "./item-files.ts";

/** The items in the files of Precept. */
export interface NativeItems {
  /** In the order of the kinds, then sorted by path. */
  readonly items: readonly NativeItem[];
  /** The paths of the files that exist but cannot be read. */
  readonly unreadable: ReadonlySet<string>;
  readonly problems: readonly ItemProblem[];
}

const hint = "Correct the file. Until then, what was exported from it stays as it is.";

/** Reads the items of a project from the files of Precept. A file that cannot be read does not affect the others. */
export function readNativeItems(root: string, present: PresentFiles, record?: InputRecord): NativeItems {
  const files = new ItemFiles(root, present, record);
  const items: NativeItem[] = [];
  const problems: ItemProblem[] = [];
  for (const kind of itemKinds) {
    const format = nativeItemFormat(kind);
    for (const { path, file } of files.find(format)) {
      const name = toItemName(format, path) ?? kind;
      const read = readStoredItems(format, name, file.text);
      if ("problem" in read) problems.push({ path, ...read.problem, message: asSentence(read.problem.message), hint });
      else if (!isItemName(name))
        problems.push({
          path,
          line: 1,
          column: 1,
          message: `"${name}" cannot be the name of an item.`,
          hint: "Rename the file.",
        });
      else {
        const [stored] = read.items;
        if (stored !== undefined)
          items.push({
            id: getItemId(path),
            path,
            text: file.text,
            sha256: file.sha256,
            item: readItem("precept", format, name, stored.keys),
          });
      }
    }
  }
  const all = [...files.problems, ...problems];
  return { items, unreadable: new Set(all.map(({ path }) => path)), problems: all };
}

/** A message of a parser as a sentence. */
export function asSentence(message: string): string {
  const text = message.trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
