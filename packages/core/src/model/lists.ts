// A call with `...values` fails with a RangeError for more than about 100,000 values, and files can make lists that long.

/** Appends items to a list. */
export function pushAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/**
 * Returns the first items in sorted order, without sorting all of them. Equal items keep their order.
 *
 * @param max the most items to return.
 */
export function firstSorted<Item>(items: Iterable<Item>, max: number, compare: (left: Item, right: Item) => number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    const last = first[max - 1];
    if (max < 1 || (last !== undefined && compare(item, last) >= 0)) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(item, first[middle] as Item) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, item);
    if (first.length > max) first.pop();
  }
  return first;
}

/** The largest number; -Infinity if there is none. */
export function maxOf(numbers: Iterable<number>): number {
  let max = Number.NEGATIVE_INFINITY;
  for (const number of numbers) if (number > max) max = number;
  return max;
}

/** The smallest number; Infinity if there is none. */
export function minOf(numbers: Iterable<number>): number {
  let min = Number.POSITIVE_INFINITY;
  for (const number of numbers) if (number < min) min = number;
  return min;
}
