import { PreceptError, type Json } from "@precept/core";
import type { LogEntry, RecordKind } from "./entry.ts";
import type { Fields, LogLine } from "./line.ts";
import type { Mask } from "./mask.ts";
import { sanitize } from "./sanitize.ts";

type Values = Readonly<Record<string, Json | undefined>>;

/** The field that describes the file, in the first entry of a file. */
export const segmentField = "segment";

/** The fields that the log adds. */
const metadataFields = ["log_id", "timestamp", "prev_hash", "hash"];

/** Converts a record to the sanitized fields of an entry. @throws PreceptError `AUDIT_FIELD_RESERVED` */
export function toFields(record: object, { fieldNames }: RecordKind, mask: Mask): Fields {
  const { further = {}, ...own } = record as Values & { readonly further?: Values };
  const fields: [string, Json][] = [];
  for (const name of fieldNames) {
    const value = own[name];
    if (value !== undefined) fields.push([name, sanitize(value, mask)]);
  }
  const reserved = new Set([...fieldNames, ...metadataFields, segmentField]);
  for (const [name, value] of Object.entries(sanitize(further as Json, mask) as Readonly<Record<string, Json>>)) {
    if (reserved.has(name)) throw new PreceptError("AUDIT_FIELD_RESERVED", { field: name });
    fields.push([name, value]);
  }
  return fields;
}

/** Converts a line to an entry. The line may have been tampered with: use `verifyAuditLog` to check. */
export function toEntry<LogRecord>({ fields }: LogLine, { fieldNames }: RecordKind): LogEntry<LogRecord> {
  const own = new Set([...fieldNames, ...metadataFields]);
  const entry: [string, Json][] = [];
  const further: [string, Json][] = [];
  for (const field of Object.entries(fields)) {
    if (own.has(field[0])) entry.push(field);
    else if (field[0] !== segmentField) further.push(field);
  }
  if (further.length > 0) entry.push(["further", Object.fromEntries(further)]);
  return Object.fromEntries(entry) as unknown as LogEntry<LogRecord>;
}
