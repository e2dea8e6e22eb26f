export interface FittingItems<Item> {
  readonly taken: readonly Item[];
  readonly leftOut: number;
}

/** Takes items from the beginning of a list until one does not fit into the room. */
export function takeFitting<Item>(items: readonly Item[], room: number, lengthOf: (item: Item) => number): FittingItems<Item> {
  let left = room;
  const end = items.findIndex((item) => (left -= lengthOf(item)) < 0);
  const taken = end === -1 ? items : items.slice(0, end);
  return { taken, leftOut: items.length - taken.length };
}
