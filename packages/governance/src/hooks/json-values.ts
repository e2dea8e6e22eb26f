import { isRecord, type Json } from "@precept/core";

export type JsonRecord = { readonly [key: string]: Json };

/** Returns the string under a key, if there is one. */
export function stringAt(record: JsonRecord, key: string): string | undefined {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Returns the object under a key. Cursor passes the input of MCP tools as a JSON string, which is parsed. */
export function recordAt(record: JsonRecord, key: string): JsonRecord | undefined {
  const value = record[key];
  if (typeof value !== "string") return isRecord(value) ? value : undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? (parsed as JsonRecord) : { input: value };
  } catch {
    return { input: value };
  }
}

/** Keys that are names of parameters, which say nothing about the call. */
const parameterName = /^[a-z][A-Za-z_-]{0,31}$/;

/** Joins all strings in the input of a tool, and then the keys that are no names of parameters, one per line: a tool may use them as text. */
export function joinInput(input: Json): string {
  return [joinStrings(input), ...keysIn(input)].filter((text) => text !== "").join("\n");
}

function keysIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(keysIn);
  return isRecord(value)
    ? Object.entries(value as JsonRecord).flatMap(([key, inner]) => [...(parameterName.test(key) ? [] : [key]), ...keysIn(inner)])
    : [];
}

/** Joins all strings in a value, one per line. Patterns match them without JSON quotes and escapes. */
export function joinStrings(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value as Readonly<Record<string, Json>>)
    .map(joinStrings)
    .filter((text) => text !== "")
    .join("\n");
}
