/** Why a vector cannot be scaled to length 1. */
export type VectorDefect =
  | "a vector is empty"
  | "a vector has no direction, because all of its numbers are zero"
  | "a vector has a number that is not finite";

/** Scales a vector to length 1. Returns a description of the defect if that is not possible. */
export function toUnitVector(values: ArrayLike<number>): Float32Array | VectorDefect {
  if (values.length === 0) return "a vector is empty";
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += (values[at] ?? Number.NaN) ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length)) return "a vector has a number that is not finite";
  if (length === 0) return "a vector has no direction, because all of its numbers are zero";
  return Float32Array.from(values, (value) => value / length);
}
