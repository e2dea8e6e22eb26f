import type { Json } from "@precept/core";

/** Whether two JSON values are equal, ignoring the order of keys. */
export function isSameJson(left: Json, right: Json): boolean {
  return left === right || printSorted(left) === printSorted(right);
}

function printSorted(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}
