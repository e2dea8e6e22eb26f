// A call with `...values` fails with a RangeError for more than about 100,000 values, and files can make lists that long.

/** Appends items to a list. */
export function pushAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
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
