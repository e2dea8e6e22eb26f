/**
 * The cosine of a vector and a row of a matrix. Both have length 1, so it is their dot product.
 *
 * Four sums, so that an addition does not wait for the previous one.
 *
 * @param start the index of the first number of the row.
 */
export function cosine(vector: Float32Array, matrix: Float32Array, start: number): number {
  const { length } = vector;
  const even = length - (length % 4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  let index = 0;
  let at = start;
  for (; index < even; index += 4, at += 4) {
    first += (vector[index] as number) * (matrix[at] as number);
    second += (vector[index + 1] as number) * (matrix[at + 1] as number);
    third += (vector[index + 2] as number) * (matrix[at + 2] as number);
    fourth += (vector[index + 3] as number) * (matrix[at + 3] as number);
  }
  for (; index < length; index += 1, at += 1) first += (vector[index] as number) * (matrix[at] as number);
  const sum = first + second + (third + fourth);
  // Rounding errors can make the cosine of equal vectors a little more than 1.
  return sum > 1 ? 1 : sum < -1 ? -1 : sum;
}
