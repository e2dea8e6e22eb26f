/**
 * Returns the shortest decimal number that has the same value in single precision, so that 0.6 is 0.6 after a field of
 * type `float`, and not 0.6000000238418579.
 */
export function shortestFloat(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
