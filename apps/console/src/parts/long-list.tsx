import { formatNumber } from "@precept/core";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface LongListProps<Item> {
  readonly items: readonly Item[];
  /** The class of the list. */
  readonly class: string;
  /** Whether the order of the items matters. Default: false. */
  readonly isOrdered?: boolean;
  /** Returns the `li` of an item. */
  readonly children: (item: Item) => ComponentChildren;
}

/** More items would make a page slow that changes with every key. */
const maxItems = 100;

/** A list of which the user sees the first items, and all if they want. */
export function LongList<Item>({ items, class: name, isOrdered = false, children }: LongListProps<Item>) {
  const isWhole = useSignal(false);
  const shown = isWhole.value ? items : items.slice(0, maxItems);
  const List = isOrdered ? "ol" : "ul";
  return (
    <>
      <List class={name}>{shown.map((item) => children(item))}</List>
      {shown.length < items.length && (
        <button type="button" class="show-all" onClick={() => (isWhole.value = true)}>
          Show all {formatNumber(items.length)}
        </button>
      )}
    </>
  );
}
