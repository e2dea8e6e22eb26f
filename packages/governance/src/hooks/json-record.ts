import type { Json } from "@precept/core";

export type JsonRecord = { readonly [key: string]: Json };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textAt(record: JsonRecord, key: string): string | undefined {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The mapping under a key. Cursor writes the input of MCP tools as a text that holds JSON. */
export function recordAt(record: JsonRecord, key: string): JsonRecord | undefined {
  const value = record[key];
  if (isRecord(value)) return value;
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? parsed : { input: value };
  } catch {
    return { input: value };
  }
}

/** Every text in a value, a line each: how it is written as JSON, with its escapes, is nothing that patterns should have to know. */
export function textsIn(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value as Readonly<Record<string, Json>>)
    .map(textsIn)
    .filter((text) => text !== "")
    .join("\n");
}
