import type { Json } from "@precept/core";

/** Whether two values are the same as JSON, whatever the order of their keys. */
export function isSameJson(left: Json, right: Json): boolean {
  return left === right || inOrder(left) === inOrder(right);
}

function inOrder(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}
