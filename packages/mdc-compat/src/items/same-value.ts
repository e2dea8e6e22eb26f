import { isRecord, type Json } from "@precept/core";

/** Whether two values are the same, in whatever order the keys of their objects are. */
export function isSameValue(left: Json | undefined, right: Json | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && printSorted(left) === printSorted(right));
}

/** Prints a value as JSON with sorted keys, so that equal values have equal texts. */
export function printSorted(value: Json): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}
