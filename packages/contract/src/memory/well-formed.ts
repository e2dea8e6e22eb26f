import type { JsonValue } from "@bufbuild/protobuf";

/** Replaces lone surrogates in all texts by U+FFFD, since messages are UTF-8. */
export function toWellFormed(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toWellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toWellFormed(field)]));
}
