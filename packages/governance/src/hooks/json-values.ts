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

/** Joins all strings in a value, one per line. Patterns match them without JSON quotes and escapes. */
export function joinStrings(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value as Readonly<Record<string, Json>>)
    .map(joinStrings)
    .filter((text) => text !== "")
    .join("\n");
}
