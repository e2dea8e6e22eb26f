import { PreceptError, type Json } from "@precept/core";
import type { LogEntry, RecordKind } from "./entry.ts";
import type { Fields, LogLine } from "./line.ts";
import type { Mask } from "./mask.ts";
import { sanitize } from "./sanitize.ts";

type Values = Readonly<Record<string, Json | undefined>>;

/** How the first entry of a file says which file it is. */
export const segmentName = "segment";

/** What the log itself adds. */
const stamp = ["log_id", "timestamp", "prev_hash", "hash"];

/**
 * A record as it is written, but for its stamp, with nothing in it that must not be. Fields that its kind does not have are left out: what is
 * beyond it belongs into `further`.
 *
 * @throws PreceptError `AUDIT_FIELD_RESERVED` if a further field has the name of one of the log's own.
 */
export function toFields(record: object, { fieldNames }: RecordKind, mask: Mask): Fields {
  const { further = {}, ...own } = record as Values & { readonly further?: Values };
  const fields: [string, Json][] = [];
  for (const name of fields) {
    const value = own[name];
    if (value !== undefined) fields.push([name, sanitize(value, mask)]);
  }
  const taken = new Set([...fieldNames, ...metadataFields, segmentName]);
  for (const [name, value] of Object.entries(
    sanitize(further as Readonly<Record<string, Json>>, mask) as Readonly<Record<string, Json>>,
  )) {
    if (taken.has(name)) {
      throw new PreceptError("AUDIT_FIELD_RESERVED", { field: name });
    }
    fields.push([name, value]);
  }
  return fields;
}

/** What a line says, as an entry. Anybody may have written it: who has to be sure verifies the log. */
export function toEntry<LogRecord>({ fields }: LogLine, { fieldNames }: RecordKind): LogEntry<LogRecord> {
  const own = new Set([...fieldNames, ...metadataFields]);
  const entry: [string, Json][] = [];
  const further: [string, Json][] = [];
  for (const member of Object.entries(fields)) {
    if (own.has(member[0])) entry.push(member);
    else if (member[0] !== segmentName) further.push(member);
  }
  if (further.length > 0) entry.push(["further", Object.fromEntries(further)]);
  return Object.fromEntries(entry) as unknown as LogEntry<LogRecord>;
}
