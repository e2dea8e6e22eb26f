/** The Damerau–Levenshtein distance in UTF-16 code units, or `limit + 1` if it is larger, which takes less time. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  // A row of the table of distances needs only the two rows before it.
  let beforeLast = new Uint32Array(right.length + 1);
  let last = Uint32Array.from({ length: right.length + 1 }, (_, column) => column);
  let current = new Uint32Array(right.length + 1);
  for (let row = 1; row <= left.length; row += 1) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      const replaced = (last[column - 1] as number) + (isSame ? 0 : 1);
      let distance = Math.min((last[column] as number) + 1, (current[column - 1] as number) + 1, replaced);
      if (isSwap(left, row, right, column)) distance = Math.min(distance, (beforeLast[column - 2] as number) + 1);
      current[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[right.length] as number, limit + 1);
}

function isSwap(left: string, row: number, right: string, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
    left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
  );
}
