import { compareText } from "@precept/core";
import * as z from "zod/mini";
import { decodeCursor, encodeCursor } from "./cursor.ts";

interface ListPageOptions<Item> {
  /** The list, so that a cursor of another one is refused. */
  readonly kind: string;
  /** The key of an item, which is unique in the list. */
  readonly keyOf: (item: Item) => string;
  readonly size: number;
  /** The cursor of the previous page. Undefined or empty: the first page. */
  readonly cursor: string | undefined;
}

const positionSchema = z.tuple([z.string()]);

/**
 * Returns one page of a list that is ordered by key; the last one has no `nextCursor`. A cursor is the key of an item,
 * so that it stays valid when items are added or removed. @throws InvalidArgumentsError
 */
export function pageList<Item>(
  items: readonly Item[],
  { kind, keyOf, size, cursor = "" }: ListPageOptions<Item>,
): { readonly items: readonly Item[]; readonly isFirst: boolean; readonly nextCursor?: string } {
  const last = cursor === "" ? undefined : decodeCursor(kind, cursor, positionSchema)[0];
  const sorted = items.toSorted((left, right) => compareText(keyOf(left), keyOf(right)));
  const remaining = last === undefined ? sorted : sorted.filter((item) => compareText(keyOf(item), last) > 0);
  const page = remaining.slice(0, size);
  const end = page.at(-1);
  return {
    items: page,
    isFirst: last === undefined,
    ...(end !== undefined && remaining.length > page.length && { nextCursor: encodeCursor(kind, [keyOf(end)]) }),
  };
}
