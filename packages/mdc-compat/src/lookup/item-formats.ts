import type { ItemFormat, ItemKind } from "../model/item.ts";
import { toolItems } from "../tables/items.ts";
import type { DialectId } from "../tools.ts";
import { toItemName } from "../items/item-paths.ts";

/** Returns where a tool stores the items of a kind: first where new ones are written, then where it reads them too. */
export function findItemFormats(tool: DialectId, kind: ItemKind): readonly ItemFormat[] {
  return toolItems[tool]?.formats.filter((format) => format.kind === kind) ?? [];
}

/** Returns how Precept stores the items of a kind. */
export function nativeItemFormat(kind: ItemKind): ItemFormat {
  const [format] = findItemFormats("precept", kind);
  if (format === undefined) throw new Error(`Precept has no files for the kind "${kind}".`);
  return format;
}

/** Whether a tool, or Precept, stores items in the file at a path in a project. */
export function isItemFile(path: string): boolean {
  return Object.values(toolItems).some(({ formats }) => formats.some((format) => toItemName(format, path) !== undefined));
}

/** Whether Precept stores items in the file at a path in a project. */
export function isNativeItemFile(path: string): boolean {
  return toolItems.precept?.formats.some((format) => toItemName(format, path) !== undefined) === true;
}

/** Returns a format whose items are beside other keys in the file at a path. Its form is the same for all of them. */
export function sharedFormatAt(path: string): ItemFormat | undefined {
  return Object.values(toolItems)
    .flatMap(({ formats }) => formats)
    .find((format) => format.at !== undefined && format.path === path);
}
