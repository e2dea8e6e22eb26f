/**
 * The dot product of a query and the row of a matrix.
 *
 * Four sums, so that an addition does not wait for the previous one.
 *
 * @param start the index of the first number of the row.
 */
export function dotProduct(query: Float32Array, matrix: Float32Array, start: number): number {
  const { length } = query;
  const even = length - (length % 4);
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let index = 0;
  let at = start;
  for (; index < even; index += 4, at += 4) {
    first += (query[index] as number) * (matrix[at] as number);
    second += (query[index + 1] as number) * (matrix[at + 1] as number);
    third += (query[index + 2] as number) * (matrix[at + 2] as number);
    fourth += (query[index + 3] as number) * (matrix[at + 3] as number);
  }
  for (; index < length; index += 1, at += 1) first += (query[index] as number) * (matrix[at] as number);
  return first + second + (third + fourth);
}
