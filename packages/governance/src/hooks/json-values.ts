import { isRecord, type Json } from "@precept/core";

export type JsonRecord = { readonly [key: string]: Json };

/** Returns the value under a key of the object itself. */
export function valueAt(record: JsonRecord, key: string): Json | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

export function stringAt(record: JsonRecord, key: string): string | undefined {
  const value = valueAt(record, key);
  return typeof value === "string" ? value : undefined;
}

export function firstString(record: JsonRecord, keys: readonly string[]): string | undefined {
  return keys.map((key) => stringAt(record, key)).find((text) => text !== undefined);
}

export function firstFilledString(record: JsonRecord, keys: readonly string[]): string | undefined {
  return keys.map((key) => stringAt(record, key)).find((text) => text !== undefined && text !== "");
}

/** Returns the first value under one of the keys, other than null. */
export function firstValue(record: JsonRecord, keys: readonly string[]): Json | undefined {
  return keys.map((key) => valueAt(record, key)).find((value) => value !== undefined && value !== null);
}

/** Returns the object under a key, without parsing. */
export function objectAt(record: JsonRecord, key: string): JsonRecord | undefined {
  const value = valueAt(record, key);
  return isRecord(value) ? value : undefined;
}

/**
 * Returns a value as an object. Several agents pass the input of tools as a JSON string, which is parsed. A string that
 * is not a JSON object becomes the field `input`, such as a patch.
 */
export function toRecord(value: Json | undefined): JsonRecord | undefined {
  if (typeof value !== "string") return isRecord(value) ? value : Array.isArray(value) ? { input: value } : undefined;
  const parsed = parseJson(value);
  return isRecord(parsed) ? parsed : { input: value };
}

/** Returns a value as a list. Cline passes lists as JSON strings, which are parsed. */
export function toList(value: Json | undefined): readonly Json[] {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return Array.isArray(parsed) ? parsed : [];
}

export function recordsAt(record: JsonRecord, key: string): readonly JsonRecord[] {
  return toList(valueAt(record, key)).filter(isRecord) as readonly JsonRecord[];
}

function parseJson(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Keys that are names of parameters, and not texts that the tool uses. */
const parameterName = /^[a-z][A-Za-z_-]{0,31}$/;

/** Joins all strings in the input of a tool, one per line, and then the keys that are not names of parameters. */
export function joinInput(input: Json): string {
  return [joinStrings(input), ...keysIn(input)].filter((text) => text !== "").join("\n");
}

function keysIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => [...(parameterName.test(key) ? [] : [key]), ...keysIn(inner)])
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
