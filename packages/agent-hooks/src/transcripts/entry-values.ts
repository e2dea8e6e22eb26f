import { isRecord, type Json } from "@precept/core";

// Values of entries, whose formats no agent promises. What has another type than expected is missing.

export type JsonRecord = { readonly [key: string]: Json };

export function recordAt(record: JsonRecord, key: string): JsonRecord | undefined {
  const value = record[key];
  return isRecord(value) ? value : undefined;
}

export function textAt(record: JsonRecord, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" ? value : undefined;
}

export function listAt(record: JsonRecord, key: string): readonly Json[] {
  const value = record[key];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The objects of a list. */
export function recordsAt(record: JsonRecord, key: string): readonly JsonRecord[] {
  return listAt(record, key).filter((value): value is JsonRecord => isRecord(value));
}

/** An ISO 8601 time in UTC. Undefined if the entry has none, or no valid one. */
export function timeOf(record: JsonRecord): string | undefined {
  const date = new Date(textAt(record, "timestamp") ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** All texts of a content: a text, or blocks with texts. */
export function contentText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = (content as readonly Json[]).flatMap((block) => {
    if (typeof block === "string") return [block];
    return isRecord(block) ? (textAt(block, "text") ?? []) : [];
  });
  return texts.join("\n");
}
