import type { Json } from "@precept/core";
import {
  isSameField,
  itemTable,
  readItem,
  writeItem,
  type AgentItem,
  type ItemFormat,
  type ItemKind,
} from "@precept/mdc-compat/items";
import type { DialectId } from "@precept/mdc-compat";

/** A field that was changed in two ways since the last export. */
export interface FieldConflict {
  readonly field: string;
  readonly base: Json | undefined;
  readonly native: Json | undefined;
  readonly edited: Json | undefined;
}

export interface MergedItem {
  readonly item: AgentItem;
  readonly conflicts: readonly FieldConflict[];
}

/** Returns the item as the tool reads it after an export: without what its file cannot express. */
export function throughTool(tool: DialectId, format: ItemFormat, item: AgentItem): AgentItem {
  return readItem(tool, format, item.name, writeItem(tool, format, item).keys);
}

/**
 * Merges the edit of a tool's file into a native item, field by field. A field that changed in both places is a conflict,
 * unless it is the same now.
 *
 * @param base the item in the last exported text of the file.
 * @param isChosen whether the edit wins where both changed.
 */
export function mergeEdit(
  tool: DialectId,
  format: ItemFormat,
  { native, base, edited }: { readonly native: AgentItem; readonly base: AgentItem; readonly edited: AgentItem },
  isChosen: boolean,
): MergedItem {
  const present = throughTool(tool, format, native);
  const conflicts: FieldConflict[] = [];
  const merge = (
    kind: ItemKind,
    names: Iterable<string>,
    pick: (item: AgentItem) => { readonly [name: string]: Json },
    into: Map<string, Json>,
  ): void => {
    for (const field of names) {
      const [before, now, own] = [pick(base)[field], pick(edited)[field], pick(present)[field]];
      if (isSameField(kind, field, now, before) || isSameField(kind, field, now, own)) continue;
      if (!isSameField(kind, field, own, before) && !isChosen) conflicts.push({ field, base: before, native: own, edited: now });
      else if (now === undefined) into.delete(field);
      else into.set(field, now);
    }
  };
  const fields = new Map(Object.entries(native.fields));
  merge(native.kind, itemTable[native.kind].fields, (item) => item.fields, fields);
  const ownOf = (item: AgentItem): { readonly [name: string]: Json } => item.own[tool] ?? {};
  const own = new Map(Object.entries(ownOf(native)));
  merge(native.kind, new Set([base, edited].flatMap((item) => Object.keys(ownOf(item)))), ownOf, own);
  return { item: withFields(tool, native, fields, own), conflicts };
}

/** Adds what only this tool's file says: its own keys, and fields that the item does not have. */
export function adoptItem(tool: DialectId, native: AgentItem, found: AgentItem): AgentItem {
  const own = new Map(Object.entries({ ...found.own[tool], ...native.own[tool] }));
  return withFields(tool, native, new Map(Object.entries({ ...found.fields, ...native.fields })), own);
}

function withFields(
  tool: DialectId,
  item: AgentItem,
  fields: ReadonlyMap<string, Json>,
  own: ReadonlyMap<string, Json>,
): AgentItem {
  const { [tool]: _, ...others } = item.own;
  return {
    ...item,
    fields: Object.fromEntries(fields),
    own: own.size === 0 ? others : { ...others, [tool]: Object.fromEntries(own) },
  };
}
