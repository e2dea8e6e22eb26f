const maxLength = 64;
/** Three rows of the table of distances, reused. */
const rows = [new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1)];

/**
 * How many insertions, deletions, replacements and swaps of adjacent characters turn one word into the other.
 *
 * @param limit the largest distance of interest.
 * @returns the distance, or `limit + 1` if it is larger, or if a word has more than 64 characters.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit || Math.max(left.length, right.length) > maxLength) return limit + 1;
  let [beforeLast = new Uint8Array(), last = new Uint8Array(), current = new Uint8Array()] = rows;
  for (let column = 0; column <= right.length; column += 1) last[column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && isSwap(left, row, right, column))
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[right.length] ?? 0, limit + 1);
}

function isSwap(left: string, row: number, right: string, column: number): boolean {
  return left.charCodeAt(row - 1) === right.charCodeAt(column - 2) && left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
}
